// `tandem certificate DIR`: whether a certificate is of the protocol's text. It derives the files from the text again and
// compares them; solvers do the rest.
#pragma once

#include <string>

namespace tandem::apps {

struct CertificateOptions {
    std::string folder;    // that `prove --certificate` wrote
    std::string protocol;  // instead of the one that the folder names, where it is not empty
    double seconds = 0;    // 0: no limit
    std::string json;      // file; may be "-"
};

/// The whole command; returns the exit status: 0 where the folder is of the text, 1 where it is not, 3 where time was up. Throws
/// UsageError.
int run_certificate(const CertificateOptions& options);

}  // namespace tandem::apps
