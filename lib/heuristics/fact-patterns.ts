/**
 * How many values an attribute has at a time: with `one` a newer value replaces the older; `open` = the
 * wording does not tell ("my cat is black", "my cat is old").
 */
export type Values = 'one' | 'many' | 'open'
/** A pattern's own subject or predicate replaces the fixed one. */
export type FactPattern = { match: RegExp; predicate: string; values: Values; confidence: number }

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

/** In a pattern a space is any space, `~` an optional "now" or the like, `{…}` a slot of the table above. */
function compile(pattern: string, flags: string): RegExp {
  let source = pattern.replaceAll(' ', '\\s+')
  for (const [slot, expression] of Object.entries(SLOTS)) source = source.replaceAll(slot, expression)
  return new RegExp(`^${source}$`, flags)
}
const row = (
  pattern: string,
  predicate: string,
  values: Values = 'one',
  confidence = 0.9,
  flags = 'iu',
): FactPattern => ({ match: compile(pattern, flags), predicate, values, confidence })
const cased = (pattern: string, predicate: string, values: Values = 'one') =>
  row(pattern, predicate, values, 0.5, 'u')

const IS = "(?: is| are|['’]s)"

/** Conservative: only what leaves no doubt. The first match wins. */
export const PATTERNS: readonly FactPattern[] = [
  row(`my name${IS}~ {object}`, 'name', 'one', 0.95),
  row(`(?:my|our|the) {subject}['’]s name${IS}~ {object}`, 'name', 'one', 0.95),
  row(`(?:the|my) name of (?:my|our|the) {subject}${IS}~ {object}`, 'name', 'one', 0.95),
  row(`(?:my|our|the) {subject}${IS}~ (?:called|named) {object}`, 'name', 'one', 0.95),
  row('(?:i|we)~ have an? {subject},? (?:called|named) {object}', 'name', 'many'),
  row("(?:i am|i['’]m)~ (?:called|named) {object}", 'name'),
  row('(?:please )?call me {object}', 'name', 'one', 0.8),
  row("(?:i|we)(?: am| are|['’]m|['’]re)?~ (?:live|living)~ (?:in|at|on|near) {object}", 'lives in'),
  row("(?:i|we)(?: have| am|['’]ve|['’]m)?~ (?:moved|moving|relocated) to {object}", 'lives in', 'one', 0.85),
  row("i(?: am|['’]m)?~ (?:work|working)~ (?:at|for) {object}", 'works at'),
  row("i(?: am|['’]m)?~ (?:work|working)~ as(?: an?)? {object}", 'works as'),
  row('i was born (?:in|on) {object}', 'born', 'one', 0.95),
  row("i(?: am|['’]m)~ allergic to {object}", 'allergic to', 'many'),
  row("i(?: am|['’]m) from {object}", 'comes from'),
  row('i~ (?:like|love|enjoy|adore) {object}', 'likes', 'many', 0.85),
  row("i~ (?:hate|dislike|can['’]t stand|do not like|don['’]t like) {object}", 'dislikes', 'many', 0.85),
  row(
    '(?:my|our|the) {subject} (?:is|takes place|starts|has been moved|was moved|moved)~ (?:on|to|at) {date}',
    'date',
    'one',
    0.85,
  ),
  row(`(?:my|our) {attribute}${IS}~ {object}`, '', 'one', 0.95),
  row(`(?:my|our) {predicate}${IS}~ {object}`, '', 'open', 0.8),
  row('ich heiße~ {object}', 'name'),
  row('mein(?:e|en)? {subject} heißt~ {object}', 'name'),
  row('ich (?:wohne|lebe)~ in {object}', 'lives in'),
  row('ich arbeite~ (?:bei|für) {object}', 'works at'),
  row('meine? {predicate} ist~ {object}', '', 'open', 0.8),
  row("je m['’]appelle {object}", 'name'),
  row("(?:mon|ma) {subject} s['’]appelle~ {object}", 'name'),
  row("j['’]habite~ (?:à|au|en|dans) {object}", 'lives in'),
  row('je travaille~ (?:chez|pour|à) {object}', 'works at'),
  row('(?:mon|ma) {predicate} est~ {object}', '', 'open', 0.8),
  row('me llamo {object}', 'name'),
  row('mi {subject}~ se llama~ {object}', 'name'),
  row('vivo~ en {object}', 'lives in'),
  row('trabajo~ (?:en|para) {object}', 'works at'),
  row('mi {predicate}~ es~ {object}', '', 'open', 0.8),
]

/**
 * Statements about anything else: good enough to tell an old value from a new one, too loose to be stored as
 * facts.
 */
export const LOOSE_PATTERNS: readonly FactPattern[] = [
  ...PATTERNS,
  cased('{name}~ lives~ in {object}', 'lives in'),
  cased('{name}~ works~ (?:at|for) {object}', 'works at'),
  cased(`{name}${IS}~ {object}`, 'is', 'open'),
  row(`(?:the|this|that) {subject}${IS}~ {object}`, 'is', 'open', 0.5),
]
