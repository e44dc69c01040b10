import {
  CLAUSE_END,
  JOINED,
  one,
  properNoun,
  type Read,
  short,
  trimmed,
  until,
  withoutArticle,
} from './phrases'

const AREA = /^(?:(?:down|mid)town|central|rural|(?:north|south|east|west)(?:ern)?|upstate)\s+(?=\p{Lu})/u
/** What people also move to. */
export const ELSEWHERE =
  /^(?:python|rust|react|vue|svelte|angular|java|linux|ubuntu|debian|windows|mac|android|postgres|mysql|sqlite|mongodb|redis|docker|kubernetes|azure|aws|gcp|slack|notion|teams|zoom|jira|figma|vim|neovim|emacs|chrome|firefox|safari|obsidian|spotify|excel|word|outlook|gmail|typescript|javascript|kotlin|swift|go|php|ruby|sql|c|vs code|blender|photoshop|latex|matlab|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/iu

const IDIOM =
  /^(?:hope|fear|denial|(?:constant|total|perpetual|permanent|utter|abject|another|outer|wrong|right|middle of) .*|peace|sin|style|harmony|comfort|danger|poverty|past|moment|present|future|world|dream|dream world|bubble|house of|mess|night|home|times?|best|worst|weekends|least|all|most|once|last|it|there|here|my|your|her|his|their|our|this|that|these|same|place where|kind of|snail['’]s|number|team|shifts|pairs|silence|bed|person|progress|batches|bursts|sprints|dark|garden|background|mornings?|evenings?|jeans|sweatpants|pyjamas|noodles|excel|\w+ floor$)(?:\s|$)/iu
const NO_PLACE_OF_WORK =
  /^(?:an? |the |my |our |his |her )?(?:\p{L}+ ){0,2}(?:desk|living|computer|screen|distance|moment|minimum|night|day|weekend|pace|speed|capacity|level|height|scale|limit|wage|pittance)(?!\p{L})|^(?:my|our|your|him|her)self|^(?:[\p{Ll}\d]+ ){0,3}(?:years?|months?|weeks?|while|ages)(?!\p{L})|^(?:free|charity|money|fun|peanuts|children|people|animals|horses|computers|\p{Ll}+ing(?=\s))(?!\p{L})/u
const DWELLING_IN =
  /^(?:an?|the|our|my) (?:[\p{L}-]+ ){0,2}(?:flat|house|apartment|studio|room|cottage|bungalow|farmhouse|place|village|town|suburb|city|part) (?:in|of) (?!the )/iu
export const place: Read = (text, casual) => {
  const called = /^.{0,60}?\s(?:called|named)\s+(.+)/u.exec(until(text, CLAUSE_END))?.[1]
  const from = called ?? text
  const area = AREA.exec(from)?.[0] ?? ''
  const proper = properNoun(from.slice(area.length))
  if (ELSEWHERE.test(proper)) return []
  if (proper) {
    const rest = from.slice(from.indexOf(proper) + proper.length)
    const wider = new RegExp(`^,\\s+(${JOINED})(?=\\s*(?:$|[,.!]))`, 'u').exec(rest)?.[1]
    return one(area + (wider ? `${proper}, ${trimmed(wider)}` : proper))
  }
  const home = DWELLING_IN.exec(from)?.[0]
  if (home) return place(from.slice(home.length), casual)
  const bare = trimmed(until(until(from, CLAUSE_END), /\s(?:with|and|for|at|by|all|since)(?!\p{L})/iu))
  const noun = withoutArticle(bare)
  return (casual || noun !== bare) && !IDIOM.test(noun) && short(noun) ? [noun] : []
}
export const town: Read = (text, casual) =>
  (properNoun(text.replace(AREA, '')) ||
  DWELLING_IN.test(text) ||
  /^.{0,60}?\s(?:called|named)\s\p{Lu}/u.test(text) ||
  (casual && !/^(?:an?|the|my|our|this|that)\s/i.test(text))
    ? place(text, casual)
    : []
  ).filter((name) => !ELSEWHERE.test(name) && !/\p{Ll}\p{Lu}/u.test(name))
/** "St. Anna hospital": the kind belongs to the name. */
const KIND_OF_PLACE =
  /^ (?:(?:primary|secondary|high|general|city|art|music|teaching|children['’]s) )?(?:hospital|clinic|hospice|school|university|college|academy|church|library|museum|hotel|airport|prison|nursery|theatre|bakery|brewery)(?!\p{L})/u
export const organisation: Read = (text, casual) => {
  if (NO_PLACE_OF_WORK.test(text)) return []
  const proper = properNoun(text).replace(/\s+and$/, '')
  if (proper)
    return one(proper + (KIND_OF_PLACE.exec(text.slice(text.indexOf(proper) + proper.length))?.[0] ?? ''))
  const bare = trimmed(
    until(until(text, CLAUSE_END), /\s(?:in|on|and|as|near|for|with|by|to|from)(?!\p{L})/iu),
  )
  const noun = withoutArticle(bare)
  return (casual || noun !== bare) && !IDIOM.test(noun) && !/^\d/.test(noun) && short(noun) ? [noun] : []
}
