/** Reads the objects at the start of a text. `casual` = the person writes names without capitals. */
export type Read = (text: string, casual: boolean) => string[]

const MAX_WORDS = 6
const STOP =
  '[;!?()"“”…♪]|(?<!(?:^|\\s)(?:\\p{L}|dr|mr|mrs|ms|st|prof|rev))\\.(?=\\s|$)|:(?!\\d)|\\s[–—-]+\\s|\\s(?:which|who|whom|that|because|cause|cos|since|so|but|although|though|while|when|whenever|where|until|till|if|unless|after|before|as|whatever|except|apart|thanks|like|just|more than|especially|particularly|above all)(?!\\p{L})|\\s(?:and|or)\\s(?=(?:i|we|my|our|he|she|it|they|his|her|you|your|then|so|now|that|this|have|has|am|is|are|was|do|does|don|never|can|live|work|love|hate|like|enjoy|play|speak|drive|study|own|support|prefer|want|need|will|would|been|proud|not)(?!\\p{L}))'
export const SENTENCE_END = new RegExp(STOP, 'iu')
export const CLAUSE_END = new RegExp(`,|${STOP}`, 'iu')
const AFTER_NOUN =
  /\s(?:at|in|on|for|with|from|by|to|near|under|over|aged|and|or|called|named|living|working|based|studying|this|during|last|next|yesterday|recently|(?:an? (?:few|couple of)|\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (?:days?|weeks?|months?|years?) ago|until|every|most|all|now|here|these|since|of my|of mine|about|across|through|around|without|between|against|my|your|the)(?!\p{L})/iu
const TRAIL =
  /[\s,]+(?:now|currently|too|also|though|really|actually|anyway|these days|nowadays|at the moment|right now|any ?more|any longer|at all|a lot|a bit|so much|very much|most|more than anything|best|please|thanks|lately|already|again|by the way|btw|fyi|originally|in general|with a passion|(?:every|each|most) \p{L}+|for (?:a living|fun|breakfast|lunch|dinner|years|ages|life|(?:\p{L}+ ){1,3}(?:years?|months?|weeks?))|on \p{Lu}\p{L}+days?|in the (?:mornings?|evenings?|summer|winter)|at (?:home|school|work|university|night)|(?:on|at) (?:the )?weekends?|full[- ]time|part[- ]time|to be honest|tbh|personally|sometimes|mostly|either|instead|tonight|today|yet|here|even|together|myself|lol|and|or|but)$/iu

export const until = (text: string, end: RegExp) => {
  const at = text.search(end)
  return at < 0 ? text : text.slice(0, at)
}
export const trimmed = (text: string) => {
  let clean = text.trim()
  for (let round = 0; round < 3; round++) clean = clean.replace(TRAIL, '')
  return clean.replace(/^["'“‘«\s]+|(?<!["'”’»\s.,!])["'”’»\s.,!]+$/gu, '')
}
export const withoutArticle = (text: string) =>
  text.replace(/^(?:an?|the|some|any|all|lots of|my own)\s+/i, '')
export const short = (text: string) =>
  text !== '' && text.split(/\s+/).length <= MAX_WORDS && text.length <= 60
/** The noun phrase a text starts with. */
export const phrase = (text: string) => withoutArticle(trimmed(until(until(text, CLAUSE_END), AFTER_NOUN)))
export const one = (text: string) => (short(text) ? [text] : [])

export const CAPITAL = "(?!I(?:['’]|\\s|$))\\p{Lu}[\\p{L}\\p{N}'’.&-]*"
export const JOINED = `${CAPITAL}(?:\\s+(?:(?:of|for|on|upon|and|de|del|van|von|der|den|la|le|da|di|el|al|bin|the)\\s+){0,2}${CAPITAL}|\\s+\\d+(?!\\S)){0,5}`
const PROPER = new RegExp(`^(?:the\\s+)?["'“‘]?(${JOINED})`, 'u')
export const properNoun = (text: string) => trimmed(PROPER.exec(text)?.[1] ?? '')

const TEMPORARY =
  /(?<!\p{L})(?:today|tonight|tomorrow|(?:this|next) (?:morning|afternoon|evening|weekend))(?!\p{L})/iu
const FURTHER =
  /^\s(?:(?:and|but|called|named|near|with|to (?:an?|work|study|be)|for (?:work|love|good|a job|my|our|his|her|university|college)|since|from \d{4}|on my|at the age|last|every|twice|once|for (?:\d+|over|almost|nearly|about|more|\p{L}+ (?:years|months|weeks|days))|in (?:\d{4}|spring|summer|autumn|winter))(?!\p{L})|(?:in|on|from) \p{Lu}|(?:\p{L}+|\d+) \p{L}+ ago|(?:yesterday|recently|daily|weekly|nightly)(?!\p{L}))/u
/**
 * Whether a clause says no more of an object than when and where: not "insulin for granted", "a car for the
 * day".
 */
export function endsCleanly(text: string, object: string, narrows: RegExp | null): boolean {
  const at = text.indexOf(object)
  if (at < 0) return true
  const after = text.slice(at + object.length)
  if (narrows?.test(after)) return false
  const rest = until(after, CLAUSE_END)
  return !TEMPORARY.test(rest) && (FURTHER.test(rest) || trimmed(`x${rest}`) === 'x')
}
