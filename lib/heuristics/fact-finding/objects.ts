import {
  CAPITAL,
  CLAUSE_END,
  type ObjectReader,
  one,
  organisation,
  phrase,
  place,
  SENTENCE_END,
  short,
  standsAlone,
  town,
  trimmed,
  until,
  withoutArticle,
  withTown,
} from './phrases'
import { AGE, DATE } from './quantities'
import {
  BUSINESS,
  COLLECTION,
  describes,
  endsIn,
  INSTRUMENT,
  isAllergen,
  isBreed,
  isDiet,
  isGame,
  isHobby,
  isIllness,
  isJob,
  isLanguage,
  isLasting,
  isNationality,
  isPastime,
  isSubject,
  MEDICINE,
  OWNED,
  PET,
  RELATIVE,
  RIDDEN,
  singular,
  TECH,
} from './vocabulary'

const PERSONAL = `${CAPITAL}(?:\\s+(?:(?:of|de|del|van|von|der|den|la|le|da|di|el|al|bin|the)\\s+){0,2}${CAPITAL}){0,4}`
const NAMES = new RegExp(
  `^(?:the (?=Rev))?["'“‘]?(${PERSONAL})["'”’]?((?:,\\s+(?:and\\s+)?|\\s+(?:and|&)\\s+)${PERSONAL})*`,
  'u',
)
const NO_NAME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|catholic|jewish|muslim|christian|hindu|buddhist|sikh|protestant|batman|superman|spider-?man|god|santa|sherlock|danger|team|ok|okay|tired|hungry|thirsty|happy|sad|sorry|fine|good|great|ready|back|here|done|late|sick|ill|busy|bored|lost|stuck|confused|excited|curious|sure|afraid|home|free|alone|awake|angry|cold|hot|new|mr|mrs|ms|dr)s?$/i
const CASUAL_NAME =
  /^["'“‘]?(?!(?:the|an?|in|on|not|my|your|mud|what|so|too|very|called|now|later|back|when|after|if|maybe|asap|tomorrow|crazy|old|just|by|at|this|that|it|all|names?|sir|anything|whatever)(?!\p{L}))(\p{Ll}[\p{L}'’-]+)(?=$|[,.!]|\s(?:and|but|so|btw|now|which|because|lol|here)(?!\p{L}))/u

const names: ObjectReader = (text, casual) => {
  const all = NAMES.exec(text)?.[0]
  const found = all
    ? all.split(/,\s+(?:and\s+)?|\s+(?:and|&)\s+/)
    : casual
      ? [CASUAL_NAME.exec(text)?.[1] ?? '']
      : []
  return found
    .map((name) => trimmed(name.replace(/^the |['’]s$/g, '')))
    .filter((name) => name !== '' && !NO_NAME.test(name) && !TECH.test(name))
}
/** "Sicilian", "Team Edward", "Type A". */
const ADJECTIVAL =
  /^(?!(?:Dr|Mrs?|Ms|Prof)[. ]).*[a-z]{2}(?:ian|ean|ish|ese|ist)$|\s\p{Lu}$|^(?:team|type|gen|level|employee|version|plan|size|group|class|player)\s/iu
/** A name that ends the clause, where a capital could also begin something else. */
const loneName: ObjectReader = (text) => {
  const found = names(text, false)
  const [name = ''] = found
  const last = found.at(-1) ?? ''
  const rest = text.slice(text.indexOf(last) + last.length)
  return name.split(' ').length <= 3 &&
    /^["'”’]?\s*(?:$|[,.!(]|and\s|but\s|from\s|now\W*$|–)/.test(rest) &&
    !isLasting(name) &&
    !isDiet(name) &&
    !isNationality(name) &&
    !ADJECTIVAL.test(name) &&
    !/^\p{Lu}{2,}$/u.test(name)
    ? found
    : []
}

const PAIRS =
  /\b(?:fish and chips|salt and vinegar|gin and tonic|mac(?:aroni)? and cheese|rock and roll|drum and bass|rhythm and blues|bed and breakfasts?|bread and butter|cheese and onion|strawberries and cream|dungeons and dragons|arts and crafts|peanut butter and jelly|bacon and eggs|beans on toast|bangers and mash)\b/gi
const NO_ITEM =
  /^(?:it|this|that|these|those|you|your|him|her|them|me|my|our|his|their|its|how|what|when|where|why|who|to|being|having|getting|everything|nothing|something|anything|everyone|people|one|ones|each|both|not|no|so|and|or|which|but|then|even|in|at|for|with|on|of|a lot|much|more|too|very|here|there|up|down|back|around|about|another|right|as|if|is|am|are|was|would|hard|late|alone|abroad|well|badly|often|better|best|less|again|i|we|he|she|they|the (?:idea|way|answer|one|second|first|other|new|look|sound|fact|thought|last|option|version|same)|idea|neither|either|none|yours|mine|hers|ours|theirs|also|mostly|(?:option|number|version|variant|draft|design|proposal|answer|suggestion) (?:\p{L}|\d+|one|two|three))(?!\p{L})/iu
const ADJECTIVE =
  /(?<=^|,\s|\sand\s)((?:[\p{L}-]+ )?(?:\p{L}+(?:ful|less|ous|ish|able)|big|small|long|short|slow|fast|quiet|loud|dark|light|bright|cold|hot|warm|cool|old|new|sad|happy|weird|dumb|silly|cheesy|trashy|spicy|sweet|sour|salty|bitter|messy|chewy|crunchy|crispy|sticky|greasy|creamy|strong|weak|cheap|simple|heavy|soft|hard|dry|wet|rainy|sunny|cosy|cozy|good|bad|nice|thick|thin|rich|deep|early|late|boring|wide|empty|crowded|noisy|smelly|bleak|gentle|gritty|plain)),\s(?=\p{L})/giu
/** Stand for the space and the comma within one item. */
const [SPACE, COMMA] = ['\u0001', '\u0002']
/** "the layout": something at hand, unlike "the sea". */
const THIS_ONE = new RegExp(
  `^(?:the|all the) (?!(?:sea|sea ?side|ocean|beach|mountains|hills|woods|forest|desert|countryside|outdoors|theatre|opera|ballet|cinema|circus|gym|sauna|rain|snow|sun|cold|heat|dark|dentist|${INSTRUMENT}|(?:smell|sound|taste|feel|sight) of (?!(?:this|that|it|these|your|the)(?!\\p{L})).+)$)\\p{Ll}|\\sones?$`,
  'u',
)
/** What follows "and" is often a new sentence ("I teach maths and half the class is ill"). */
const CLAUSE =
  /\s(?:am|is|are|was|were|has|have|had|does|did|will|would|keeps?|makes?|means?|needs?)(?:\s|$)/iu
/** Items of "X", "X and Y" or "X, Y and Z"; a comma alone makes no list. */
const items = (text: string): string[] => {
  const kept = until(text.replace(/^both\s+/i, ''), SENTENCE_END)
    .replace(PAIRS, (pair) => pair.replaceAll(' ', SPACE))
    .replace(ADJECTIVE, `$1${COMMA}`)
  const parts = kept.split(/(,\s*(?:and\s+|or\s+|nor\s+)?|\s+(?:and|or|plus|nor|&)\s+)/u)
  const found: string[] = []
  let closed = 1
  for (let at = 0; at < parts.length; at += 2) {
    const bare = trimmed(parts[at] ?? '')
    if (NO_ITEM.test(bare) || THIS_ONE.test(bare) || CLAUSE.test(bare) || !short(bare)) break
    found.push(withoutArticle(bare).replaceAll(SPACE, ' ').replaceAll(COMMA, ', '))
    if (/\p{L}|&/u.test(parts[at - 1] ?? '')) closed = found.length
  }
  return found.slice(0, closed)
}
const nouns: ObjectReader = (text) =>
  items(
    until(
      text,
      /\s(?:(?:at|in|on|for|every|each|most|once|twice)\s|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/iu,
    ),
  )
    .map((item) => withoutArticle(trimmed(until(item, /\s(?:at|in|on|with|for|every|to)(?!\p{L})/iu))))
    .filter(short)
const LANGUAGE =
  /^(?:(?:only|mainly|mostly|(?:a )?(?:little|bit|tiny bit|smattering)(?: bit)?(?: of)?|little|some|fluent|basic|rusty|native|conversational|broken|decent|good|both|quite good|enough)\s+)*(\p{L}+(?:\s(?=\p{Lu})\p{Lu}\p{Ll}+)?)/u
const languages: ObjectReader = (text) => {
  const found = items(text).map((item) => {
    const [all = '', language = ''] = LANGUAGE.exec(item) ?? []
    return standsAlone(item.slice(all.length)) ? language : ''
  })
  const end = found.findIndex((item) => !isLanguage(item))
  return end < 0 ? found : found.slice(0, end)
}

/** What is at hand, or a matter of the moment: "option B", "Anna's idea", "both drafts", "Tailwind". */
const NOT_LIKED =
  /^every(?:one|body|thing)$|\s(?:more|most|less|least|better|best)(?:\s|$)|\d|['’]s?\s|(?:^|\s)\p{L}$|\s(?:in|for|with|the|this|that|my|our|your|it|me|you|him|her|them|us|he|she|they|we|what|others)(?:\s|$)|\s(?:to|of|at|with|from|about)$|(?:^|\s)(?:option|version|plan|idea|draft|test|bug|ticket|mail|email|font|type|commit|error|update|deadline|layout|build|logo|theme|style|shape|lighting|background|colou?r scheme|vibe|design|code|user|customer|client|deploy\p{L}*|myself|yourself)s?(?:\s|$)/u
const match =
  (pattern: RegExp): ObjectReader =>
  (text) =>
    one(pattern.exec(text)?.[1] ?? '')
const fitting =
  (fits: (text: string) => boolean, from = phrase): ObjectReader =>
  (text) => {
    const found = from(text)
    return fits(found) ? one(found) : []
  }
const complement = (text: string) =>
  withoutArticle(trimmed(until(text, CLAUSE_END)).replace(/\s+and .*$/, ''))
/** "dog bed", "cat café" */
const FOR_ANIMALS = new RegExp(`^${PET} (?!${PET}$)`, 'iu')
const listed =
  (noun: string, article: RegExp): ObjectReader =>
  (text) =>
    items(text.replace(/\s(?:called|named)(?:\s\p{Lu}[\p{L}'’-]*)+/gu, '')).flatMap((item) => {
      const bare = phrase(item.replace(article, ''))
      const owned = singular(bare).noun
      if (noun === OWNED && isBreed(bare)) return one(bare)
      return endsIn(noun).test(owned) && !FOR_ANIMALS.test(owned) ? one(bare) : []
    })

export const READ = {
  names,
  loneName,
  place,
  organisation,
  items: (text) => items(text),
  foods: (text) => (/^the\s/i.test(text) ? [] : items(text)),
  games: (text) => nouns(text, false).filter((item) => isGame(item) || endsIn(INSTRUMENT).test(item)),
  /** All of them or none: a list with one thing at hand is about what is at hand. */
  liked: (text) => {
    const all = items(text)
    return all.every((item) => !NOT_LIKED.test(item) && !TECH.test(item) && isPastime(item)) ? all : []
  },
  allergens: (text) => nouns(text, false).filter(isAllergen),
  languages,
  sector: (text, casual) => [place, fitting(isSubject)].flatMap((read) => read(text, casual)).slice(0, 1),
  age: match(AGE),
  word: match(/^(\p{L}+)/u),
  size: match(/^(?:about |around |roughly )?(\d{1,2}(?:[.,]\d)?)(?![\p{L}\d])/u),
  medicine: match(new RegExp(`^(?:\\d+ ?(?:mg|mcg|g|ml|units)(?: of)? )?(${MEDICINE})(?![\\p{L}-])`, 'iu')),
  business: (text) => {
    const kind = phrase(text)
    return endsIn(BUSINESS).test(kind) ? one(withTown(kind, text)) : []
  },
  collection: (text) =>
    nouns(text, false).filter((item) => COLLECTION.test(until(item, /\s(?:of|from)\s/iu))),
  hobbies: (text) => nouns(text, false).filter(isHobby),
  subjects: (text) => nouns(text, false).filter(isSubject),
  date: match(DATE),
  /** A date, a day of every week or a short number. */
  slot: (text, casual) => {
    const found = match(
      /^(?:number )?(on (?:mon|tues|wednes|thurs|fri|satur|sun)days|\d{1,3}\p{L}?(?=[.!]*$))(?!\p{L})/iu,
    )
    return [match(DATE), found].flatMap((read) => read(text, casual)).slice(0, 1)
  },
  town,
  bornIn: (text, casual) => (DATE.test(text) ? match(DATE)(text, casual) : town(text, casual)),
  email: match(/^([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/),
  thing: fitting((text) => text !== '' && !NO_ITEM.test(text)),
  job: fitting(isJob),
  anyJob: fitting(
    (text) =>
      /^[\p{L} -]+$/u.test(text) &&
      !/^(?:much|hard|long|fast|well|many|one|usual|normal|expected|intended|advertised|described|part|(?:\p{L}+ )?(?:team|pair|couple|group)$)(?!\p{L})/iu.test(
        text,
      ),
  ),
  nationality: fitting(isNationality),
  diet: fitting(isDiet),
  breed: fitting(isBreed),
  lasting: fitting(isLasting, (text) => complement(until(text, /\swith\s/iu))),
  illness: fitting(isIllness),
  /** A description keeps its prepositions ("on the third floor"). */
  described: (text) => {
    const found = trimmed(until(text, CLAUSE_END).replace(/\s+and .*$/, ''))
    return describes(found) ? one(withoutArticle(found)) : []
  },
  stated: (text) => {
    const found = phrase(text)
    return isJob(found) || (/^an? /i.test(text) && !/^(?:bit|mess|nightmare|joke|lot|pain)/.test(found))
      ? one(found)
      : []
  },
  /** "Paris, Texas" is one name. */
  value: (text) => {
    const found = /^\p{Lu}\p{L}*, \p{Lu}\p{L}*(?=[.!]?$)/u.exec(text)?.[0] ?? complement(text)
    return found === '' || NO_ITEM.test(found) ? [] : one(found)
  },
  vehicle: fitting((text) => /\p{Lu}|\b(?:19|20)\d\d\b/u.test(text) || endsIn(RIDDEN).test(text)),
  owned: listed(OWNED, /^(?:(?:got )?an? )?(?:\S+[- ](?:year|month|week)s?[- ]old )?/),
  relatives: listed(RELATIVE, /^(?:got )?an? /),
} satisfies Record<string, ObjectReader>
