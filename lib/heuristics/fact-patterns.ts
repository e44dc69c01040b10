/**
 * How many values an attribute has at a time. With `one` a newer value replaces the older one. With `open`
 * the wording leaves it open ("my cat is black", "my cat is old").
 */
export type Values = 'one' | 'many' | 'open'
/** An empty predicate is taken from the sentence. */
export type FactPattern = { match: RegExp; predicate: string; values: Values }

const SLOTS: Record<string, string> = {
  '~': '(?:\\s+(?:now|currently|actually|really|also|still|just|recently|no\\s+longer|jetzt|nun|inzwischen|maintenant|désormais|ahora))?',
  '{object}': '(?<object>.+)',
  '{subject}': "(?<subject>[\\p{L}\\p{N}][\\p{L}\\p{N} '’-]{1,39}?)",
  '{predicate}': "(?<predicate>[\\p{L}\\p{N}][\\p{L}\\p{N} '’-]{1,39}?)",
  '{attribute}':
    '(?<predicate>(?:favou?rite\\s+[\\p{L} ]{2,30}?|age|birthday|date of birth|address|phone number|phone|e-?mail(?: address)?|job|profession|employer|boss|manager|home ?town|nationality|native language|time ?zone|budget|deadline|shoe size|blood type))',
  '{name}': "(?<subject>\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)?)",
  '{date}':
    '(?<object>.*\\d.*|(?:mon|tues|wednes|thurs|fri|satur|sun)day.*|tomorrow.*|(?:january|february|march|april|may|june|july|august|september|october|november|december).*)',
}

/**
 * In a pattern a space is any white space, `~` an optional "now" or the like, `{…}` a slot of the table
 * above.
 */
function row(pattern: string, predicate: string, values: Values = 'one', flags = 'iu'): FactPattern {
  let source = pattern.replaceAll(' ', '\\s+')
  for (const [slot, expression] of Object.entries(SLOTS)) source = source.replaceAll(slot, expression)
  return { match: new RegExp(`^${source}$`, flags), predicate, values }
}

const IS = "(?: is| are|['’]s)"

/** Only wordings that leave no doubt. The first match wins. */
export const PATTERNS: readonly FactPattern[] = [
  row(`my name${IS}~ {object}`, 'name'),
  row(`(?:my|our|the) {subject}['’]s name${IS}~ {object}`, 'name'),
  row(`(?:the|my) name of (?:my|our|the) {subject}${IS}~ {object}`, 'name'),
  row(`(?:my|our|the) {subject}${IS}~ (?:called|named) {object}`, 'name'),
  row('(?:i|we)~ have an? {subject},? (?:called|named) {object}', 'name', 'many'),
  row("(?:i am|i['’]m)~ (?:called|named) {object}", 'name'),
  row('(?:please )?call me {object}', 'name'),
  row("(?:i|we)(?: am| are|['’]m|['’]re)?~ (?:live|living)~ (?:in|at|on|near) {object}", 'lives in'),
  row("(?:i|we)(?: have| am|['’]ve|['’]m)?~ (?:moved|moving|relocated) to {object}", 'lives in'),
  row("i(?: am|['’]m)?~ (?:work|working)~ (?:at|for) {object}", 'works at'),
  row("i(?: am|['’]m)?~ (?:work|working)~ as(?: an?)? {object}", 'works as'),
  row('i was born (?:in|on) {object}', 'born'),
  row("i(?: am|['’]m)~ allergic to {object}", 'allergic to', 'many'),
  row("i(?: am|['’]m) from {object}", 'comes from'),
  row('i~ (?:like|love|enjoy|adore) {object}', 'likes', 'many'),
  row("i~ (?:hate|dislike|can['’]t stand|do not like|don['’]t like) {object}", 'dislikes', 'many'),
  row(
    '(?:my|our|the) {subject} (?:is|takes place|starts|has been moved|was moved|moved)~ (?:on|to|at) {date}',
    'date',
  ),
  row(`(?:my|our) {attribute}${IS}~ {object}`, ''),
  row(`(?:my|our) {predicate}${IS}~ {object}`, '', 'open'),
  row('ich heiße~ {object}', 'name'),
  row('mein(?:e|en)? {subject} heißt~ {object}', 'name'),
  row('ich (?:wohne|lebe)~ in {object}', 'lives in'),
  row('ich arbeite~ (?:bei|für) {object}', 'works at'),
  row('meine? {predicate} ist~ {object}', '', 'open'),
  row("je m['’]appelle {object}", 'name'),
  row("(?:mon|ma) {subject} s['’]appelle~ {object}", 'name'),
  row("j['’]habite~ (?:à|au|en|dans) {object}", 'lives in'),
  row('je travaille~ (?:chez|pour|à) {object}', 'works at'),
  row('(?:mon|ma) {predicate} est~ {object}', '', 'open'),
  row('me llamo {object}', 'name'),
  row('mi {subject}~ se llama~ {object}', 'name'),
  row('vivo~ en {object}', 'lives in'),
  row('trabajo~ (?:en|para) {object}', 'works at'),
  row('mi {predicate}~ es~ {object}', '', 'open'),
]

/** Statements about anything else. They tell an old value from a new one, but are too loose to be facts. */
export const LOOSE_PATTERNS: readonly FactPattern[] = [
  ...PATTERNS,
  row('{name}~ lives~ in {object}', 'lives in', 'one', 'u'),
  row('{name}~ works~ (?:at|for) {object}', 'works at', 'one', 'u'),
  row(`{name}${IS}~ {object}`, 'is', 'open', 'u'),
  row(`(?:the|this|that) {subject}${IS}~ {object}`, 'is', 'open'),
]
