"""The protocol that every engine satisfies."""
