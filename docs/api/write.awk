# See docs/api/write. A file is read once: `line[FILE, 1..count[FILE]]`.

function fail(what) { print "docs/api/outline:" FNR ": " what > "/dev/stderr"; failed = 1; exit 2 }

function read(file,    text, n) {
    if (file in count) return
    while ((getline text < file) > 0) line[file, ++n] = text
    close(file)
    if (!n) fail("nothing to read in " file)
    count[file] = n
}

function stripped(text) { sub(/^ +/, "", text); return text }
function indent_of(text) { match(text, /^ */); return RLENGTH }

# A function's body that would not fit in the page's width is left out.
function shown(text,    at) {
    at = index(text, ") {")
    if (length(text) > 130 && !at) at = index(text, "const {") + 4
    return length(text) <= 130 || at <= 4 ? text : substr(text, 1, at) " { ... }"
}

# The declaration that begins at a line of a file, without a body and in one line.
function declaration(file, at,    text, end) {
    while (at <= count[file]) {
        text = text (text == "" ? "" : " ") stripped(line[file, at++])
        if (match(text, /(\)|const|override) \{/)) return substr(text, 1, RSTART + RLENGTH - 3) ";"
        if (match(text, /;( *\/\/.*)?$/)) return substr(text, 1, RSTART)
    }
    fail("no end of a declaration in " file)
}

function name_in(text) {
    if (match(text, /operator[^ (]+\(/) || match(text, /[a-z_]+\(/)) return substr(text, RSTART, RLENGTH - 1)
    return ""
}

# The first line of a text that uses a name in this way.
function use_of(used,    t, i, text) {
    for (t = 1; t <= text_count; ++t) {
        read(text_file[t])
        for (i = 1; i <= count[text_file[t]]; ++i) {
            text = stripped(line[text_file[t], i])
            if (index(text, used "(") && text !~ /^\/\// && length(text) <= 130) return text "  // " text_file[t]
        }
    }
    return ""
}

function print_commented(comment, code) { print separator comment code; separator = "\n" }

# What an engine calls is no author's: constructors, nested classes, all that is behind the heading `Network`, and `but`.
function members(file, class, prefix, but,    i, within, depth, comment, code, any, hidden, use, name, seen) {
    read(file)
    separator = ""
    print "```cpp"
    for (i = 1; i <= count[file]; ++i) {
        if (!within) {
            within = line[file, i] ~ "^ *(struct|class) " class "( final)?( :.*)? \\{$"
            depth = indent_of(line[file, i])
            continue
        }
        if (indent_of(line[file, i]) == depth && line[file, i] ~ /^ *\};/) break
        if (line[file, i] ~ /^ *(private|public):$/ && indent_of(line[file, i]) == depth) hidden = line[file, i] ~ /private/
        if (hidden || indent_of(line[file, i]) != depth + 4) { comment = ""; continue }
        if (line[file, i] ~ /^ *\/\/\/ /) { comment = comment "// " substr(stripped(line[file, i]), 5) "\n"; continue }
        if (line[file, i] ~ /\/\/ ---- Network ----/) break
        if (comment != "" && line[file, i] !~ /^ *(class|struct) /) {
            code = declaration(file, i)
            name = name_in(code)
            if (name != but && !index(code, class "(")) {
                use = prefix == "" || name in seen ? "" : use_of(prefix name)
                print_commented(comment, code (use == "" ? "" : "\n" use))
                seen[name] = any = 1
            }
        }
        comment = ""
    }
    print "```"
    if (!any) fail("no member with a comment of " class " in " file)
}

function functions(file,    n, i, comment, found, begun) {
    read(file)
    separator = ""
    print "```cpp"
    for (n = 3; n <= NF; ++n) {
        comment = ""; found = begun = 0
        for (i = 1; i <= count[file] && !found; ++i) {
            if (line[file, i] ~ /^\/\/\/ /) { comment = comment "// " substr(line[file, i], 5) "\n"; continue }
            if (comment != "" && !begun) begun = i
            if (line[file, i] ~ /^template/) continue
            found = comment != "" && line[file, i] ~ "[ >]" $n "\\("
            if (found) print_commented(comment, declaration(file, begun))
            comment = ""; begun = 0
        }
        if (!found) fail("no function with a comment that is called " $n " in " file)
    }
    print "```"
}

function head(file,    i) {
    read(file)
    for (i = 1; i <= count[file] && line[file, i] ~ /^\/\//; ++i) print substr(line[file, i], 4)
}

function lines(file, many, pattern,    i, j) {
    read(file)
    for (i = 1; i <= count[file]; ++i)
        if (line[file, i] ~ pattern) {
            print "```cpp\n// " file
            for (j = i; j < i + many; ++j) print substr(line[file, j], indent_of(line[file, i]) + 1)
            print "```"
            return
        }
    fail("no line of " file " matches " pattern)
}

function declares(text, name) {
    gsub(/"[^"]*"/, "", text)
    if (text ~ /^using (namespace|enum)/) return 0
    if (text !~ /^(template|static|using|struct|enum|constexpr|void|bool|int|std::|model::|Enum|Flag|Address|BOOST_DEFINE)/) return 0
    if (!match(text, "[ >&*(]" name "( = |\\(|;|\\{| \\{| : |,)")) return 0
    return text ~ /^BOOST/ || substr(text, 1, RSTART) !~ /[({]/
}

# A declaration of a hook in a text of such a name: an example's if there is one, and then one that stands in one line.
function declared(name, where,    t, i, text, before, first, of_example) {
    for (t = 1; t <= text_count; ++t) {
        if (text_file[t] !~ where) continue
        if (of_example && text_file[t] !~ /^examples/) break
        read(text_file[t])
        for (i = 1; i <= count[text_file[t]]; ++i) {
            text = stripped(line[text_file[t], i])
            if (text ~ / =$/) text = text " " stripped(line[text_file[t], i + 1])  # what it equals stands in a line of its own
            if (!declares(text, name)) continue
            before = stripped(line[text_file[t], i - 1])
            before = before ~ /^template <[^;]*>$/ ? before "\n" : ""
            sub(/ +\/\/.*/, "", text)
            if (text ~ /[;}]$/) return before shown(text) "  // " text_file[t]
            if (first != "") continue
            of_example = text_file[t] ~ /^examples/
            first = before (text ~ /\{$/ ? text " ... }" : text " ...") "  // " text_file[t]
        }
    }
    if (first == "") fail("no text that matches " where " declares " name)
    return first
}

function hooks(where, heading,    file, i, within, comment, name, any) {
    file = "engines/hooks.hpp"
    read(file)
    separator = ""
    print "```cpp"
    for (i = 1; i <= count[file]; ++i) {
        if (line[file, i] ~ /^    \/\/ ---- /) { within = line[file, i] == "    // ---- " heading " ----"; continue }
        if (!within) continue
        if (line[file, i] ~ /^    \/\/ /) { comment = comment stripped(line[file, i]) "\n"; continue }
        if (line[file, i] ~ /^    "/) {
            name = stripped(line[file, i])
            gsub(/[",]/, "", name)
            if (comment == "") fail("the hook " name " has no comment")
            print_commented(comment, declared(name, where))
            comment = ""; any = 1
        }
    }
    print "```"
    if (!any) fail("no heading " heading " in " file)
}

BEGIN { text_count = split(texts, text_file, " ") }

/^@members / { members($2, $3, $4, $5); next }
/^@functions / { functions($2); next }
/^@head / { head($2); next }
/^@lines / { pattern = $0; sub(/^@lines [^ ]+ [0-9]+ /, "", pattern); lines($2, $3, pattern); next }
/^@hooks / { heading = $0; sub(/^@hooks [^ ]+ /, "", heading); hooks($2, heading); next }
/^@/ { fail("no such directive: " $1) }
{ print }
END { if (failed) exit 2 }
