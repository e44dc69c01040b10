import { MONTH } from './quantities'
import { DWELLING, TECH, WORKPLACE } from './vocabulary'

/** Reads the objects at the start of a text. `casual` = the person writes names without capitals. */
export type ObjectReader = (text: string, casual: boolean) => string[]

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
export const phrase = (text: string) => withoutArticle(trimmed(until(until(text, CLAUSE_END), AFTER_NOUN)))
export const one = (text: string) => (short(text) ? [text] : [])

export const CAPITAL = "(?!I(?:['’]|\\s|$))\\p{Lu}[\\p{L}\\p{N}'’.&-]*"
export const JOINED = `${CAPITAL}(?:\\s+(?:(?:of|for|on|upon|and|de|del|van|von|der|den|la|le|da|di|el|al|bin|the)\\s+){0,2}${CAPITAL}|\\s+\\d+(?!\\S)){0,5}`
const PROPER = new RegExp(`^(?:the\\s+)?["'“‘]?(${JOINED})`, 'u')
const properNoun = (text: string) => trimmed(PROPER.exec(text)?.[1] ?? '')

const TEMPORARY =
  /(?<!\p{L})(?:today|tonight|tomorrow|(?:this|next) (?:morning|afternoon|evening|weekend))(?!\p{L})/iu
const FURTHER =
  /^\s(?:(?:and|but|called|named|near|with|to (?:an?|work|study|be)|for (?:work|love|good|a job|my|our|his|her|university|college)|since|from \d{4}|on my|at the age|last|every|twice|once|for (?:\d+|over|almost|nearly|about|more|\p{L}+ (?:years|months|weeks|days))|in (?:\d{4}|spring|summer|autumn|winter))(?!\p{L})|(?:in|on|from) \p{Lu}|(?:\p{L}+|\d+) \p{L}+ ago|(?:yesterday|recently|daily|weekly|nightly)(?!\p{L}))/u
/** Whether a clause adds only when and where: not "insulin for granted", "a car for the day". */
export function endsCleanly(text: string, object: string, narrows: RegExp | null): boolean {
  const at = text.indexOf(object)
  if (at < 0) return true
  const after = text.slice(at + object.length)
  if (narrows?.test(after)) return false
  const rest = until(after, CLAUSE_END)
  return !TEMPORARY.test(rest) && (FURTHER.test(rest) || trimmed(`x${rest}`) === 'x')
}

const AREA = /^(?:(?:down|mid)town|central|rural|(?:north|south|east|west)(?:ern)?|upstate)\s+(?=\p{Lu})/u
/** "the Platform team", "Spanish words": what is named is the noun after it. */
const NOUN_AFTER =
  /^(?:['’]s|\s(?!(?:in|on|at|and|or|but|so|for|with|from|since|as|to|by|near|now|lol|last|this|next|these|right|again|too|btw|where|when|because|just|like|which|who|that|if|is|are|via|after|before|during|over|under|until|than|then|yesterday|today|recently|myself|alone|though|although|while|also|already|currently|full|part|a|an|the|my|our|i|we|two|three|one|\p{L}+ly)(?!\p{L}))\p{Ll}{3})/u
export const standsAlone = (rest: string) => !NOUN_AFTER.test(rest)
const isName = (proper: string, rest: string) => proper !== '' && !TECH.test(proper) && standsAlone(rest)
const isCasualName = (bare: string) =>
  /^(?!(?:an?|the|my|our|your|his|her|their|this|that|no|same|peace|fear|hope|home|night|weekends?|times?|last|least|most|it|there|here)(?!\p{L}))\p{L}{3,}(?: \p{L}{3,})?$/u.test(
    bare,
  ) && !TECH.test(bare)
const head = (noun: string) => until(noun, /\s(?:of|in|on|at|near|outside|by|just|above|over|behind)\s/iu)
const DWELLING_IN =
  /^(?:an?|the|our|my) (?:[\p{L}-]+ ){0,2}(?:flat|house|apartment|studio|room|cottage|bungalow|farmhouse|place|village|town|suburb|city|part) (?:in|of) (?!the )/iu
export const place: ObjectReader = (text, casual) => {
  const called = /^.{0,60}?\s(?:called|named)\s+(.+)/u.exec(until(text, CLAUSE_END))?.[1]
  const from = called ?? text
  const area = AREA.exec(from)?.[0] ?? ''
  const proper = properNoun(from.slice(area.length))
  if (proper) {
    const rest = from.slice(from.indexOf(proper) + proper.length)
    if (!isName(proper, rest)) return []
    const wider = new RegExp(`^,\\s+(${JOINED})(?=\\s*(?:$|[,.!]))`, 'u').exec(rest)?.[1]
    return one(area + (wider ? `${proper}, ${trimmed(wider)}` : proper))
  }
  const home = DWELLING_IN.exec(from)?.[0]
  if (home) return place(from.slice(home.length), casual)
  const bare = trimmed(until(until(from, CLAUSE_END), /\s(?:with|and|for|at|by|all|since)(?!\p{L})/iu))
  const noun = withoutArticle(bare)
  return (casual && isCasualName(bare)) || DWELLING.test(head(noun)) ? one(noun) : []
}
export const town: ObjectReader = (text, casual) =>
  (properNoun(text.replace(AREA, '')) ||
  DWELLING_IN.test(text) ||
  /^.{0,60}?\s(?:called|named)\s\p{Lu}/u.test(text) ||
  (casual && !/^(?:an?|the|my|our|this|that)\s/i.test(text))
    ? place(text, casual)
    : []
  ).filter((name) => !TECH.test(name.replace(/days$/, 'day')) && !/\p{Ll}\p{Lu}/u.test(name))
/** "in September", "in Year 6". */
const NO_TOWN = new RegExp(`^(?:${MONTH}|Year)(?!\\p{L})`, 'iu')
/** "bakery in Porto": what has no name of its own, with the town that tells which. */
export const withTown = (noun: string, text: string): string => {
  const rest = text.slice(text.indexOf(noun) + noun.length)
  const [where] = rest.startsWith(' in ') ? town(rest.slice(4), false) : []
  return where && !NO_TOWN.test(where) ? `${noun} in ${where}` : noun
}
/** "St. Anna hospital": the kind belongs to the name. */
const KIND_OF_PLACE =
  /^ (?:(?:primary|secondary|high|general|city|art|music|teaching|children['’]s) )?(?:hospital|clinic|hospice|school|university|college|academy|church|library|museum|hotel|airport|prison|nursery|theatre|bakery|brewery)(?!\p{L})/u
export const organisation: ObjectReader = (text, casual) => {
  const proper = properNoun(text).replace(/\s+and$/, '')
  if (proper) {
    const rest = text.slice(text.indexOf(proper) + proper.length)
    const kind = KIND_OF_PLACE.exec(rest)?.[0] ?? ''
    return kind || isName(proper, rest) ? one(proper + kind) : []
  }
  const bare = trimmed(
    until(until(text, CLAUSE_END), /\s(?:in|on|and|as|near|for|with|by|to|from)(?!\p{L})/iu),
  )
  const noun = withoutArticle(bare)
  if (WORKPLACE.test(head(noun))) return one(withTown(noun, text))
  return casual && isCasualName(bare) ? one(noun) : []
}
