// Lengths of edges that a file gives as numbers of any kind. Kernels add up whole ones, so others are rounded, and a remark tells
// it.
#pragma once

#include "perfsim/graphs/graph_lines.hpp"

namespace tandem::perfsim {

class RealLengths {
public:
    /// The next word as a length. One that is negative or too large is none: then the graph has no lengths, and says why.
    std::uint32_t next(GraphLines& lines, const char* what) {
        const std::string_view rest = lines.rest();
        const double value = lines.real(what), nearest = std::round(value);
        if (!(nearest >= 0 && nearest <= most_length)) {
            if (unusable_.empty())
                unusable_ =
                    lines.complaint(fmt::format("a length from 0 to {}", most_length), rest.substr(0, rest.find_first_of(" \t")));
            return 0;
        }
        ++all_;
        rounded_ += nearest != value;
        zero_ += nearest == 0 && value != 0;
        return static_cast<std::uint32_t>(nearest);
    }
    /// Tells the graph, which has been made with these lengths.
    void tell(Graph& graph, const std::string& file) const {
        if (!unusable_.empty()) drop_weights(graph, unusable_);
        else if (rounded_ > 0)
            graph.remark = fmt::format("Of the {} lengths in {}, {} are no whole numbers and were rounded{}.", all_, file,
                                       rounded_, zero_ > 0 ? fmt::format(", {} of them to 0", zero_) : "");
    }
    static void drop_weights(Graph& graph, const std::string& why) {
        graph.weights.clear();
        graph.no_weights = why;
    }

private:
    std::string unusable_;
    std::uint64_t all_ = 0, rounded_ = 0, zero_ = 0;
};

}  // namespace tandem::perfsim
