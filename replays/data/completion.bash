_khamsin() {
  local word=${COMP_WORDS[COMP_CWORD]} words=
  if [ $COMP_CWORD -eq 1 ]; then
    COMPREPLY=($(compgen -W 'COMMANDS' -- $word))
    return
  fi
  case ${COMP_WORDS[1]} in
CASES
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}
complete -o filenames -F _khamsin khamsin
