// The levels of sameness, by the numbers that the caller knows them by; each is coarser than the one before.
#pragma once

namespace puzzle {

enum Level { TREES, ALGEBRA, ESSENCE };

}  // namespace puzzle
