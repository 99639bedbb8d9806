// `tandem certificate`: its options.
#include "apps/certificate/certificate.hpp"
#include "apps/command/commands.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/help/value_kinds.hpp"

namespace tandem::apps {

std::function<int()> add_certificate(CLI::App& app) {
    CLI::App* comparing = app.add_subcommand("certificate",
                                             "Derive a proof's certificate from the protocol's text again, and say whether the "
                                             "folder has the same events, paths and questions");
    const auto options = std::make_shared<CertificateOptions>();
    comparing->add_option("folder", options->folder, "A folder that `tandem prove PROTOCOL --certificate FOLDER` wrote")
        ->type_name(kind::folder.word)
        ->required();
    comparing
        ->add_option("--protocol", options->protocol, "Instead of the one that the folder names: for one in a folder of its own")
        ->type_name(kind::protocol.word);
    comparing->add_option("--timeout", options->seconds, "Limit in seconds")
        ->type_name(kind::seconds.word)
        ->check(CLI::Range(0.001, 1e9));
    comparing->add_option("--json", options->json, "Write the report as JSON to a file, - for standard output")
        ->type_name(kind::file.word);
    return [options] { return run_certificate(*options); };
}

}  // namespace tandem::apps
