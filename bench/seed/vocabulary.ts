import { pick, type Random, whole, zipf } from './random'

const list = (text: string) => text.trim().split(/\s+/)
/** Everyday words, most common first, so that texts cost as many tokens as real ones. */
const NOUNS =
  list(`plan time list work week house garden kitchen room table budget team report letter meeting price window market project garden road train order paper wall
  light water colour door shelf story photo model store route season supply sample season invoice contract delivery schedule concert workshop harvest ceiling bicycle engine
  battery printer folder calendar recipe oven bakery flour pepper mushroom lemon walnut blanket curtain drawer ladder paint brush timber copper nail hinge pump valve filter
  sensor cable router server backup script query index column chart survey answer interview lesson exam essay chapter poem song guitar violin choir stage costume ticket
  passport luggage harbour ferry island valley ridge trail tent stove compass weather thunder frost drought orchard beehive tractor barn fence gate well bridge tunnel museum
  gallery statue library archive ledger receipt deposit loan pension tariff permit licence tenant landlord lease plumber mason carpenter gardener nurse surgeon patient clinic`)
const ADJECTIVES =
  list(`new small late early good large cheap quiet narrow bright heavy loose broken spare second local annual final plain careful sudden modest rough steady warm cold damp dry
  blue green red grey wooden paper public private formal brief daily weekly quarterly urgent fragile sturdy portable seasonal temporary thorough uneven reliable outdated`)
const VERBS =
  list(`check move repair order paint measure compare book cancel finish start review print store clean replace sort pack ship test draft sign count weigh label sketch plant prune
  water harvest bake roast simmer rehearse record publish translate summarise budget insure rent lease install upgrade calibrate archive photograph survey inspect negotiate`)
const ADVERBS = list(
  'soon today tomorrow carefully again together first later quickly slowly separately twice properly perhaps quietly finally',
)
const PLACES = list(
  'garden cellar attic office workshop market station harbour library school clinic museum barn studio kitchen orchard courtyard warehouse',
)
const DAYS = list('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')
const PEOPLE = list(
  'Ana Marek Ines Tomas Lena Oskar Priya Jonas Mirela Felix Aiko Nadia Pavel Greta Hugo Samira Emil Clara Bruno Vera Idris Noor Stefan Wanda',
)

/** A name that no other text contains. */
export function madeUpName(random: Random): string {
  const parts = Array.from({ length: whole(random, 2, 3) }, () =>
    pick(
      random,
      list(
        'va ro lin ter mos dra kel bor san wick fen gar hol mir tas dun os ber ley nor quin pel sto ra ven',
      ),
    ),
  )
  const name = parts.join('')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${pick(random, ['', '', 'son', 'holm', 'field', 'by'])}`
}

const common = (random: Random, words: readonly string[]) => words[zipf(random, words.length)] ?? ''
const thing = (random: Random) =>
  `${random() < 0.6 ? `${common(random, ADJECTIVES)} ` : ''}${common(random, NOUNS)}`
const who = (random: Random, subject: string) =>
  random() < 0.35 ? `the ${subject} project` : random() < 0.5 ? pick(random, PEOPLE) : 'we'

const STATEMENTS: readonly ((random: Random, subject: string) => string)[] = [
  (r, s) => `For ${s} we should ${common(r, VERBS)} the ${thing(r)} before ${pick(r, DAYS)}.`,
  (r, s) =>
    `${pick(r, PEOPLE)} wants to ${common(r, VERBS)} the ${thing(r)} in the ${pick(r, PLACES)} ${pick(r, ADVERBS)}, because the ${thing(r)} is ${common(r, ADJECTIVES)} and ${who(r, s)} cannot wait.`,
  (r) => `The ${thing(r)} costs ${whole(r, 12, 980)} euros and takes ${whole(r, 2, 40)} days.`,
  (r, s) =>
    `The ${thing(r)} of ${s} is still ${common(r, ADJECTIVES)}, so the ${thing(r)} has to come first.`,
  (r) =>
    `On ${pick(r, DAYS)} at ${whole(r, 7, 19)}:${pick(r, ['00', '15', '30', '45'])} ${pick(r, PEOPLE)} will ${common(r, VERBS)} the ${thing(r)} with ${pick(r, PEOPLE)}.`,
  (r) =>
    `There are ${whole(r, 2, 60)} of the ${thing(r)} left in the ${pick(r, PLACES)}; ${pick(r, PEOPLE)} counted them ${pick(r, ADVERBS)}.`,
  (r, s) =>
    `If the ${thing(r)} does not fit, ${who(r, s)} can ${common(r, VERBS)} the ${thing(r)} and ${common(r, VERBS)} the ${thing(r)} ${pick(r, ADVERBS)}.`,
]
const REQUESTS: readonly ((random: Random, subject: string) => string)[] = [
  (r, s) => `Can you help me ${common(r, VERBS)} the ${thing(r)} for ${s}?`,
  (r, s) => `What would be a good order of work for the ${thing(r)} of ${s}?`,
  (r) => `How do I ${common(r, VERBS)} a ${thing(r)} without a ${thing(r)}?`,
  (r, s) => `Please draft a short note to ${pick(r, PEOPLE)} about the ${thing(r)} of ${s}.`,
  (r) => `Which is better, the ${thing(r)} or the ${thing(r)}?`,
]

export const sentence = (random: Random, subject: string) => pick(random, STATEMENTS)(random, subject)
const sentences = (random: Random, subject: string, count: number) =>
  Array.from({ length: count }, () => sentence(random, subject)).join(' ')

/** A user's message: one to four sentences, ending in a request. */
export const message = (random: Random, subject: string) =>
  `${sentences(random, subject, whole(random, 1, 3))} ${pick(random, REQUESTS)(random, subject)}`

/** A model's answer: a paragraph, usually with a list. */
export function answer(random: Random, subject: string): string {
  const points =
    random() < 0.7
      ? Array.from(
          { length: whole(random, 3, 6) },
          (_, i) => `${i + 1}. **${common(random, NOUNS)}**: ${sentence(random, subject)}`,
        )
      : []
  return [
    sentences(random, subject, whole(random, 2, 4)),
    points.join('\n'),
    sentences(random, subject, whole(random, 1, 2)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** A file that the agent works on: headings, lists and prose of about `lines` lines. */
export const file = (random: Random, subject: string, lines: number) =>
  [
    `# ${subject}`,
    ...Array.from({ length: lines }, (_, i) =>
      i % 9 === 0 ? `\n## ${thing(random)}` : `- ${sentence(random, subject)}`,
    ),
  ].join('\n')
