/** The source of a pattern: words for a password. */
export const PASSWORD =
  "\\p{L}{0,24}(?:pass ?(?:words?|wor?d|wrd|wd|codes?|phrases?|keys?)|passwort|kennwort|wachtwoord|contraseña|mot de passe|senha|пароль|lösenord)|pass|pwd?|pswd|(?:encryption|keepass|secret|recovery|seed|backup|vault) (?:phrase|words?)|(?:memorable|safe|secret) (?:word|place|answer)|security (?:question|answer)[\\p{L}' ]{0,40}"
/** The source of a pattern: what follows is no remark about a secret ("my password is too long"). */
export const NO_REMARK =
  '(?!(?:not|no|too|very|so|the same|wrong|right|correct|incorrect|required|needed|weak|strong|secure|safe|expired|invalid|missing|broken|lost|stolen|blocked|locked|gone|fine|good|bad|long|short|forgotten|out|on|in|at|under|about|for|from|written|stored|saved|kept|set|changed|being|going|reset|my|our|your|his|her|their|it|you|me|us|them|a|an|that|this|work|use|get|be|change|reset|remember|enter|log|sign|make|what|why|how|when)(?![\\p{L}\\p{N}]))'
