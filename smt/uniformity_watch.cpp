#include "smt/uniformity_watch.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

thread_local UniformityWatch* watching = nullptr;

}  // namespace

UniformityWatch::UniformityWatch() : outer_(watching) { watching = this; }
UniformityWatch::~UniformityWatch() { watching = outer_; }

UniformityWatch* UniformityWatch::current() { return watching; }

void UniformityWatch::note(const std::string& what) {
    if (std::find(against.begin(), against.end(), what) == against.end()) against.push_back(what);
}

model::Shape UniformityWatch::seen(model::Shape shape) const {
    for (std::size_t s = 0; s < shown.size(); ++s)
        if (shown[s] > 0) shape.extent[s] = shown[s];
    return shape;
}

}  // namespace tandem::smt
