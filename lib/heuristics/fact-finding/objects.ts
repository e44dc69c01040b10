import {
  describes,
  isBreed,
  isColour,
  isDiet,
  isIllness,
  isJob,
  isLasting,
  isNationality,
  OWNED,
  RELATIVE,
  singular,
} from './vocabulary'

/** Reads the objects at the start of a text. `casual` = the person writes names without capitals. */
export type Read = (text: string, casual: boolean) => string[]

const MAX_WORDS = 6
const STOP =
  '[;:!?()"“”…♪]|(?<!(?:^|\\s)(?:\\p{L}|dr|mr|mrs|ms|st|prof|rev))\\.(?=\\s|$)|\\s[–—-]+\\s|\\s(?:which|who|whom|that|because|cause|cos|since|so|but|although|though|while|when|whenever|where|until|till|if|unless|after|before|as|whatever|except|apart|thanks|like|just|more than|especially|particularly|above all)(?!\\p{L})|\\s(?:and|or)\\s(?=(?:i|we|my|our|he|she|it|they|his|her|you|your|then|so|now|that|this|have|has|am|is|are|was|do|does|don|never|can|live|work|love|hate|like|enjoy|play|speak|drive|study|own|support|prefer|want|need|will|would|been|proud|not)(?!\\p{L}))'
const SENTENCE_END = new RegExp(STOP, 'iu')
const CLAUSE_END = new RegExp(`,|${STOP}`, 'iu')
const AFTER_NOUN =
  /\s(?:at|in|on|for|with|from|by|to|near|and|or|called|named|living|working|based|studying|this|during|last|next|until|every|most|all|now|here|these|since|of my|of mine|about|my|your|the)(?!\p{L})/iu
const TRAIL =
  /[\s,]+(?:now|currently|too|also|though|really|actually|anyway|these days|nowadays|at the moment|right now|any ?more|any longer|at all|a lot|a bit|so much|very much|most|more than anything|best|please|thanks|lately|already|again|by the way|btw|fyi|originally|in general|with a passion|(?:every|each|most) \p{L}+|for (?:a living|fun|breakfast|lunch|dinner|years|ages|life|(?:\p{L}+ ){1,3}(?:years?|months?|weeks?))|on \p{Lu}\p{L}+days?|in the (?:mornings?|evenings?|summer|winter)|at (?:home|school|work|weekends|the weekend|university|night)|full[- ]time|part[- ]time|to be honest|tbh|personally|sometimes|mostly|either|instead|tonight|today|yet|here|even|together|myself|lol)$/iu

const until = (text: string, end: RegExp) => {
  const at = text.search(end)
  return at < 0 ? text : text.slice(0, at)
}
const trimmed = (text: string) => {
  let clean = text.trim()
  for (let round = 0; round < 3; round++) clean = clean.replace(TRAIL, '')
  return clean.replace(/^["'“‘«\s]+|["'”’»\s.,!]+$/gu, '')
}
const withoutArticle = (text: string) => text.replace(/^(?:an?|the|some|any|all|lots of|my own)\s+/i, '')
const short = (text: string) => text !== '' && text.split(/\s+/).length <= MAX_WORDS && text.length <= 60
/** The noun phrase a text starts with. */
const phrase = (text: string) => withoutArticle(trimmed(until(until(text, CLAUSE_END), AFTER_NOUN)))
const one = (text: string) => (short(text) ? [text] : [])

const CAPITAL = "(?!I(?:['’]|\\s|$))\\p{Lu}[\\p{L}\\p{N}'’.&-]*"
const JOINED = `${CAPITAL}(?:\\s+(?:(?:of|for|on|upon|and|de|del|van|von|der|den|la|le|da|di|el|al|bin|the)\\s+){0,2}${CAPITAL}|\\s+\\d+(?!\\S)){0,5}`
const PROPER = new RegExp(`^(?:the\\s+)?["'“‘]?(${JOINED})`, 'u')
const AREA = /^(?:(?:down|mid)town|central|rural|(?:north|south|east|west)(?:ern)?|upstate)\s+(?=\p{Lu})/u
const PERSONAL = `${CAPITAL}(?:\\s+(?:(?:of|de|del|van|von|der|den|la|le|da|di|el|al|bin|the)\\s+){0,2}${CAPITAL}){0,4}`
const NAMES = new RegExp(
  `^(?:the (?=Rev))?["'“‘]?(${PERSONAL})["'”’]?((?:,\\s+(?:and\\s+)?|\\s+(?:and|&)\\s+)${PERSONAL})*`,
  'u',
)
const NO_NAME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|catholic|jewish|muslim|christian|hindu|buddhist|sikh|protestant|batman|superman|spider-?man|god|santa|sherlock|danger|team|ok|okay|mr|mrs|ms|dr)s?$/i
const CASUAL_NAME =
  /^["'“‘]?(?!(?:the|an?|in|on|not|my|your|mud|what|so|too|very|called|now|later|back|when|after|if|maybe|asap|tomorrow|crazy|old|just|by|at|this|that|it|all|names?|sir|anything|whatever)(?!\p{L}))(\p{Ll}[\p{L}'’-]+)(?=$|[,.!]|\s(?:and|but|so|btw|now|which|because|lol|here)(?!\p{L}))/u

const properNoun = (text: string) => trimmed(PROPER.exec(text)?.[1] ?? '')
const names: Read = (text, casual) => {
  const all = NAMES.exec(text)?.[0]
  const found = all
    ? all.split(/,\s+(?:and\s+)?|\s+(?:and|&)\s+/)
    : casual
      ? [CASUAL_NAME.exec(text)?.[1] ?? '']
      : []
  return found
    .map((name) => trimmed(name.replace(/^the /, '')))
    .filter((name) => name !== '' && !NO_NAME.test(name))
}
/** A name that ends the clause, where a capital could also begin something else. */
const loneName: Read = (text) => {
  const found = names(text, false)
  const [name = ''] = found
  const last = found.at(-1) ?? ''
  const rest = text.slice(text.indexOf(last) + last.length)
  return name.split(' ').length <= 3 &&
    /^["'”’]?\s*(?:$|[,.!(]|and\s|but\s|from\s|–)/.test(rest) &&
    !isLasting(name) &&
    !isNationality(name) &&
    !/^\p{Lu}{2,}$/u.test(name)
    ? found
    : []
}

const IDIOM =
  /^(?:hope|fear|denial|peace|sin|style|harmony|comfort|danger|poverty|past|moment|present|future|world|dream|dream world|bubble|house of|mess|night|home|times?|best|worst|weekends|least|all|most|once|last|it|there|here|my|your|her|his|their|our|this|that|these|same|place where|kind of|snail['’]s)(?:\s|$)/i
const NO_PLACE_OF_WORK =
  /^(?:my|our|your|him|her)self|^(?:[\p{Ll}\d]+ ){0,3}(?:years?|months?|weeks?|while|ages)(?!\p{L})|^(?:free|charity|money|fun|peanuts|children|people|animals|horses|computers|\p{Ll}+ing(?=\s))(?!\p{L})/u
const place: Read = (text, casual) => {
  const called = /^.{0,60}?\s(?:called|named)\s+(.+)/u.exec(until(text, CLAUSE_END))?.[1]
  const from = called ?? text
  const area = AREA.exec(from)?.[0] ?? ''
  const proper = properNoun(from.slice(area.length))
  if (proper) {
    const rest = from.slice(from.indexOf(proper) + proper.length)
    const wider = new RegExp(`^,\\s+(${JOINED})(?=\\s*(?:$|[,.!]))`, 'u').exec(rest)?.[1]
    return one(area + (wider ? `${proper}, ${trimmed(wider)}` : proper))
  }
  const bare = trimmed(until(until(from, CLAUSE_END), /\s(?:with|and|for|at|by)(?!\p{L})/iu))
  const noun = withoutArticle(bare)
  return (casual || noun !== bare) && !IDIOM.test(noun) && short(noun) ? [noun] : []
}
const organisation: Read = (text, casual) => {
  if (NO_PLACE_OF_WORK.test(text)) return []
  const proper = properNoun(text)
  if (proper) return one(proper.replace(/\s+and$/, ''))
  const bare = trimmed(
    until(until(text, CLAUSE_END), /\s(?:in|on|and|as|near|for|with|by|to|from)(?!\p{L})/iu),
  )
  const noun = withoutArticle(bare)
  return (casual || noun !== bare) && !IDIOM.test(noun) && !/^\d/.test(noun) && short(noun) ? [noun] : []
}

const PAIRS =
  /\b(?:fish and chips|salt and vinegar|gin and tonic|mac(?:aroni)? and cheese|rock and roll|drum and bass|rhythm and blues|bed and breakfasts?|bread and butter|cheese and onion|strawberries and cream|dungeons and dragons|arts and crafts|peanut butter and jelly|bacon and eggs|beans on toast|bangers and mash)\b/gi
const NO_ITEM =
  /^(?:it|this|that|these|those|you|your|him|her|them|me|my|our|his|their|its|how|what|when|where|why|who|to|being|having|getting|everything|nothing|something|anything|everyone|people|one|ones|each|both|not|no|so|which|but|then|even|in|at|for|with|on|of|a lot|much|more|too|very|here|there|up|down|back|around|about|another|right|as|if|is|am|are|was|would|hard|late|alone|abroad|well|badly|often|better|best|less|again|i|we|he|she|they|the (?:idea|way|answer|one|second|first|other|new|look|sound|fact|thought|last|option|version|same)|idea)(?!\p{L})/iu
/** Items of "X", "X and Y" or "X, Y and Z"; a comma alone makes no list. */
const items = (text: string): string[] => {
  const kept = until(text.replace(/^both\s+/i, ''), SENTENCE_END).replace(PAIRS, (pair) =>
    pair.replaceAll(' ', '\u00a0'),
  )
  const parts = kept.split(/(,\s*(?:and\s+|or\s+|nor\s+)?|\s+(?:and|or|plus|nor|&)\s+)/u)
  const found: string[] = []
  let closed = 1
  for (let at = 0; at < parts.length; at += 2) {
    const bare = trimmed(parts[at] ?? '')
    if (NO_ITEM.test(bare) || !short(bare)) break
    found.push(withoutArticle(bare).replaceAll('\u00a0', ' '))
    if (/\p{L}|&/u.test(parts[at - 1] ?? '')) closed = found.length
  }
  return found.slice(0, closed)
}
const nouns: Read = (text) =>
  items(text.replace(/\s(?:at|in|on|for)\s.*$/su, ''))
    .map((item) => withoutArticle(trimmed(until(item, /\s(?:at|in|on|with|for|every|to)(?!\p{L})/iu))))
    .filter(short)
const LANGUAGE =
  /^(?:(?:a (?:little|bit|tiny bit|smattering)(?: bit)?(?: of)?|little|some|fluent|basic|rusty|native|conversational|broken|decent|good|both|quite good|enough)\s+)*(\p{L}+(?:\s(?=\p{Lu})\p{Lu}\p{Ll}+)?)/u
const languages: Read = (text) => {
  const found = items(text).map((item) => LANGUAGE.exec(item)?.[1] ?? '')
  const end = found.findIndex((item) => !/^\p{Lu}/u.test(item) && !isNationality(item))
  return end < 0 ? found : found.slice(0, end)
}

const NUMBER =
  '(?:\\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)'
const AGE = new RegExp(
  `^(${NUMBER}(?= months)(?: months)?|${NUMBER})(?:[ -](?:years?|yrs?)(?:[ -]old| of age)?| old|y\\/?o)?(?=$|[.!;,)]|\\s(?:and|but|so|now|today|old|next|this|in|last|recently|yesterday|years)(?!\\p{L})(?! (?:a half|minutes|miles|total)))`,
  'iu',
)
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)'
const DATE = new RegExp(
  `^(?:on\\s+|in\\s+)?(?:the\\s+)?(\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${MONTH}(?:,?\\s+\\d{4})?|${MONTH}\\s+(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|\\d{1,4}[./-]\\d{1,2}(?:[./-]\\d{1,4})?|\\p{L}+ of ${MONTH}|New Year['’]s (?:Eve|Day)|Christmas(?: Eve| Day)?|Boxing Day|Hallowe['’]?en|Valentine['’]s Day|${MONTH}(?:\\s+\\d{4})?|(?:19|20)\\d{2})(?![\\p{L}\\d])`,
  'iu',
)
const match =
  (pattern: RegExp): Read =>
  (text) =>
    one(pattern.exec(text)?.[1] ?? '')
const fitting =
  (fits: (text: string) => boolean, from = phrase): Read =>
  (text) => {
    const found = from(text)
    return fits(found) ? one(found) : []
  }
const complement = (text: string) =>
  withoutArticle(trimmed(until(text, CLAUSE_END)).replace(/\s+and .*$/, ''))
const listed =
  (noun: string, article: RegExp): Read =>
  (text) =>
    items(text).flatMap((item) => {
      const bare = phrase(item.replace(article, ''))
      return (noun === OWNED && isBreed(bare)) ||
        new RegExp(`(?:^|[\\s-])${noun}$`, 'iu').test(singular(bare).noun)
        ? one(bare)
        : []
    })

export const READ = {
  names,
  loneName,
  place,
  organisation,
  items: (text) => items(text),
  nouns,
  languages,
  age: match(AGE),
  yearOld: match(/^(\d{1,3})[- ]year[- ]old/iu),
  colour: fitting(isColour, complement),
  date: match(DATE),
  field: fitting(
    (text) =>
      /^\p{L}+(?: \p{L}+)?$/u.test(text) &&
      !/^(?:good|bad|phd|first|second|third|final|mature|exchange|university|college|graduate|postgraduate|undergraduate|masters?|slow|fast|keen|eternal)/i.test(
        text,
      ),
  ),
  town: (text, casual) => (casual || properNoun(text) ? place(text, casual) : []),
  bornIn: (text, casual) => (DATE.test(text) ? match(DATE)(text, casual) : place(text, casual)),
  email: match(/^([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/),
  company: (text) => one(properNoun(text)),
  proper: (text, casual) =>
    properNoun(text) ? one(properNoun(text)) : casual && !NO_ITEM.test(text) ? one(phrase(text)) : [],
  thing: fitting((text) => text !== '' && !NO_ITEM.test(text)),
  job: fitting(isJob),
  anyJob: fitting((text) => /^[\p{L} -]+$/u.test(text)),
  nationality: fitting(isNationality),
  diet: fitting(isDiet),
  breed: fitting(isBreed),
  lasting: fitting(isLasting, complement),
  illness: fitting(isIllness, complement),
  /** A description keeps its prepositions ("on the third floor"). */
  described: (text) => {
    const found = trimmed(until(text, CLAUSE_END).replace(/\s+and .*$/, ''))
    return describes(found) ? one(withoutArticle(found)) : []
  },
  stated: (text, casual) => {
    const found = phrase(text)
    return isJob(found) ||
      (/^an? /i.test(text) && !/^(?:bit|mess|nightmare|joke|lot|pain)/.test(found)) ||
      (casual && isJob(found))
      ? one(found)
      : []
  },
  home: (text) => place(text.replace(/^in /i, ''), false),
  value: fitting((text) => text !== '' && !NO_ITEM.test(text), complement),
  owned: listed(OWNED, /^(?:got )?an? /),
  relatives: listed(RELATIVE, /^(?:got )?an? /),
} satisfies Record<string, Read>
