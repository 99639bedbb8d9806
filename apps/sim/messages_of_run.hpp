// The log of what the nodes of a simulated run do and receive, for `tandem follow` (apps/follow/message_log.hpp).
#pragma once

#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "apps/common/catalog.hpp"
#include "apps/common/streamed_file.hpp"
#include "engines/registry.hpp"

namespace tandem::apps {

class MessagesOfRun final : public engines::EventsTold {
public:
    /// Opens the file. Throws UsageError.
    MessagesOfRun(const std::string& path, const Protocol& protocol);

    void begins(const Selection& searched) override;
    void event(const engines::EventTold& event) override;
    void ends(const std::string& why) override { ended_ = why; }
    void commit();

    /// Lines for a report.
    std::string text() const;
    /// The same for a report in JSON.
    nlohmann::json facts() const;
    bool to_output() const { return file_.to_output(); }

private:
    const std::string& name_of(int kind, int index) const;
    void write_if_full(std::size_t full);

    StreamedFile file_;
    const Protocol& protocol_;
    std::unique_ptr<model::Network> network_;
    std::string lines_, ended_, path_;
    std::uint64_t events_ = 0, messages_ = 0;
};

}  // namespace tandem::apps
