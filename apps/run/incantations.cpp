#include "apps/run/incantations.hpp"

#include <algorithm>
#include <sstream>

#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

const std::vector<std::string>& incantations(bool cuda) {
    static const std::vector<std::string> of_processors{"prefetch", "flush", "pause", "order", "layout"},
        of_gpu{"stress", "bank-conflicts", "synchronisation", "randomisation"};
    return cuda ? of_gpu : of_processors;
}

std::vector<int> combinations_of(const std::string& words, bool cuda) {
    const auto& known = incantations(cuda);
    const int all = (1 << known.size()) - 1;
    if (words == "all") return {all};
    if (words == "none") return {0};
    if (words == "search") {
        std::vector<int> every;
        for (int bits = 0; bits <= all; ++bits) every.push_back(bits);
        return every;
    }
    int bits = 0;
    std::istringstream list(words + ",");
    for (std::string word; std::getline(list, word, ',');) {
        const auto at = std::find(known.begin(), known.end(), word);
        const int bit = at == known.end() ? 0 : 1 << (at - known.begin());
        if (bit == 0 || (bits & bit))
            throw UsageError("--incantation '" + words + "': " +
                             (bit == 0 ? "'" + word + "' is none: " : "'" + word + "' is said twice: ") + join(known, ", ") +
                             ", separated by commas, or all, none or search, are accepted with --on " + (cuda ? "cuda" : "cpu"));
        bits |= bit;
    }
    return {bits};
}

std::string incantation_words(int bits, bool cuda) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < incantations(cuda).size(); ++i)
        if (bits >> i & 1) words.push_back(incantations(cuda)[i]);
    return words.empty() ? "none" : join(words, ",");
}

}  // namespace tandem::apps
