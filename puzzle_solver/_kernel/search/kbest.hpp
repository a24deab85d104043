// The distinct classes of a goal one by one, from the simplest.
//
// K-best extraction over the packed forest (Huang & Chiang, Better k-best parsing, 2005): each goal keeps its classes
// found so far and a heap of candidates, one for each way at first; a class that was found before is passed over, for
// its first tree was its cheapest.
#pragma once

#include <queue>

#include "search/forest.hpp"

namespace puzzle {

class Ranking {
  public:
    Ranking(Search& search, Classes& classes, const std::vector<Number>& numbers, const Writing& writing)
        : search_(search), classes_(classes), numbers_(numbers), writing_(writing) {}

    // The class at this place of a goal that can be made, or null if there are not so many. Valid until the next call.
    const Entry* get(const Goal& goal, std::size_t place) { return get(stream(goal), place); }

  private:
    struct Stream;

    // The operation on a class of either side, `either`: in whichever order is lower.
    struct Alternative {
        Operation operation;
        Stream *left, *right;
        bool either;
    };

    struct Candidate {
        Entry entry;
        std::uint32_t alternative, left, right;

        bool operator<(const Candidate& other) const { return other.entry < entry; }  // the cheapest on top
    };

    struct Stream {
        Goal goal;
        bool started = false;
        Vector<Entry> found;
        Interned<Form, 3> seen;
        Vector<Alternative> alternatives;
        std::priority_queue<Candidate, Vector<Candidate>> heap;
        std::optional<Candidate> last;
    };

    Stream& stream(const Goal& goal) {
        if (const std::uint32_t* place = places_.get(goal)) return *streams_[*place];
        places_.put(goal, std::uint32_t(streams_.size()));
        streams_.push_back(std::make_unique<Stream>());
        streams_.back()->goal = goal;
        return *streams_.back();
    }

    const Entry* get(Stream& stream, std::size_t place) {
        if (!stream.started) start(stream);
        while (stream.found.size() <= place) {
            if (!advance(stream)) return nullptr;
        }
        return &stream.found[place];
    }

    void start(Stream& stream) {
        stream.started = true;
        if (const Atom* atom = search_.arrangement().atom(stream.goal.state, stream.goal.value)) {
            const Entry leaf = leaf_entry(numbers_, writing_, classes_, atom->rank);
            stream.seen.add(leaf.form);
            stream.found.push_back(leaf);
        }
        search_.each_way(stream.goal, [&](const Way& way) {
            Stream &left = this->stream(way.left), &right = this->stream(way.right);
            stream.alternatives.push_back({way.operation, &left, &right, way.mirrored && !classes_.ordered()});
            if (!way.mirrored || !classes_.ordered()) return;
            stream.alternatives.push_back({way.operation, &right, &left, false});
        });
        for (std::uint32_t number = 0; number < stream.alternatives.size(); ++number) push(stream, number, 0, 0);
    }

    // Take the cheapest candidate; false if there is none left.
    bool advance(Stream& stream) {
        Meter::current()->spend(100);
        if (stream.last) {
            // Each pair of places is reached once: (i, j) from (i - 1, j), (0, j) from (0, j - 1).
            const Candidate last = *stream.last;
            stream.last.reset();
            push(stream, last.alternative, last.left + 1, last.right);
            if (!last.left) push(stream, last.alternative, 0, last.right + 1);
        }
        if (stream.heap.empty()) return false;
        const Candidate candidate = stream.heap.top();
        stream.heap.pop();
        stream.last = candidate;
        const Alternative& alternative = stream.alternatives[candidate.alternative];
        Entry entry = candidate.entry;
        entry.form = classes_.join({alternative.operation, alternative.left->found[candidate.left].form,
                                    alternative.right->found[candidate.right].form}, stream.goal.value);
        if (stream.seen.add(entry.form).fresh) stream.found.push_back(entry);
        return true;
    }

    void push(Stream& stream, std::uint32_t number, std::uint32_t left, std::uint32_t right) {
        const Alternative alternative = stream.alternatives[number];
        if (!get(*alternative.left, left) || !get(*alternative.right, right)) return;
        const Entry &one = alternative.left->found[left], &other = alternative.right->found[right];
        Entry entry = sum(writing_.own(alternative.operation, stream.goal.value), one, other);
        entry.tree = alternative.either ? writing_.join_either(one.tree, other.tree, alternative.operation)
                                        : writing_.join(one.tree, other.tree, alternative.operation);
        stream.heap.push({entry, number, left, right});
    }

    Search& search_;
    Classes& classes_;
    const std::vector<Number>& numbers_;
    const Writing& writing_;
    Goals<std::uint32_t> places_;
    std::vector<std::unique_ptr<Stream>> streams_;
};

}  // namespace puzzle
