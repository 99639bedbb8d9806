# Completion in bash, for the program and for the script ./tandem. Installed it is loaded by itself; in the tree: source apps/shell/tandem.bash
#
# The program itself is asked (`tandem complete`), so what is offered fits the protocol, variant and shape in the line, and is never older than the program. It answers:
# how many bytes of the word bash keeps, what stands before the value (--trace=), the value as it is typed, and then a candidate a line. :files.cat asks for
# files that end so, and for folders; :folders for folders alone.

_tandem() {
  local answer candidate i name program=${1/#\~\//$HOME/} line=${COMP_LINE:0:COMP_POINT}
  local LC_ALL=C
  COMPREPLY=()
  type -P "$program" >/dev/null || program=tandem
  mapfile -t answer < <("$program" complete --breaks "$COMP_WORDBREAKS" -- "$line" 2>/dev/null)
  [ ${#answer[@]} -ge 3 ] || return 0
  for candidate in "${answer[@]:3}"; do
    [[ $candidate == :* ]] || { COMPREPLY+=("$candidate"); continue; }
    compopt -o filenames 2>/dev/null || :
    while IFS= read -r name; do
      [[ -d ${name/#\~\//$HOME/} || $candidate == :files* && $name == *"${candidate#:files}" ]] && COMPREPLY+=("${answer[1]}$name")
    done < <(compgen -f -- "${answer[2]}")
  done
  for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]:answer[0]}; done
  # After a key comes its value.
  if [[ ${#COMPREPLY[@]} = 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null || :; fi
  return 0
}
complete -F _tandem tandem
