import { DWELLING, TECH, WORKPLACE } from './classes'
import { CLAUSE_END, JOINED, one, properNoun, type Read, trimmed, until, withoutArticle } from './phrases'
import { MONTH } from './quantities'

const AREA = /^(?:(?:down|mid)town|central|rural|(?:north|south|east|west)(?:ern)?|upstate)\s+(?=\p{Lu})/u
/** "the Platform team", "Spanish words": what is named is the noun after it. */
const NOUN_AFTER =
  /^(?:['’]s|\s(?!(?:in|on|at|and|or|but|so|for|with|from|since|as|to|by|near|now|lol|last|this|next|these|right|again|too|btw|where|when|because|just|like|which|who|that|if|is|are|via|after|before|during|over|under|until|than|then|yesterday|today|recently|myself|alone|though|although|while|also|already|currently|full|part|a|an|the|my|our|i|we|two|three|one|\p{L}+ly)(?!\p{L}))\p{Ll}{3})/u
export const standsAlone = (rest: string) => !NOUN_AFTER.test(rest)
export const isName = (proper: string, rest: string) =>
  proper !== '' && !TECH.test(proper) && standsAlone(rest)
/** One or two words without an article, where the person writes names without capitals. */
const isCasualName = (bare: string) =>
  /^(?!(?:an?|the|my|our|your|his|her|their|this|that|no|same|peace|fear|hope|home|night|weekends?|times?|last|least|most|it|there|here)(?!\p{L}))\p{L}{3,}(?: \p{L}{3,})?$/u.test(
    bare,
  ) && !TECH.test(bare)
const head = (noun: string) => until(noun, /\s(?:of|in|on|at|near|outside|by|just|above|over|behind)\s/iu)
const DWELLING_IN =
  /^(?:an?|the|our|my) (?:[\p{L}-]+ ){0,2}(?:flat|house|apartment|studio|room|cottage|bungalow|farmhouse|place|village|town|suburb|city|part) (?:in|of) (?!the )/iu
export const place: Read = (text, casual) => {
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
export const town: Read = (text, casual) =>
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
export const organisation: Read = (text, casual) => {
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
