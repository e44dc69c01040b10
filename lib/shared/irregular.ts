/** Irregular forms of common English verbs, which stemming does not unify: base form first. */
const VERBS = `be was were been|become became|begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|come came|drink drank drunk|drive drove driven|eat ate eaten
  |fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten|get got gotten|give gave given|go went gone|grow grew grown|hear heard|hide hid hidden|hold held|keep kept|know knew known
  |lead led|leave left|lend lent|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|run ran|say said|see saw seen|sell sold|send sent|sing sang sung|sit sat|sleep slept|speak spoke spoken|spend spent
  |stand stood|steal stole stolen|swim swam swum|take took taken|teach taught|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won|write wrote written`

/** Irregular plurals. */
const NOUNS =
  'child children|person people|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese|life lives|wife wives|knife knives|shelf shelves|half halves|loaf loaves|wolf wolves|thief thieves'

const BASE = new Map(
  `${VERBS}|${NOUNS}`.split('|').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(' ')
    return forms.map((form) => [form, base] as const)
  }),
)

export const baseForm = (word: string): string => BASE.get(word) ?? word

/** Short and informal synonyms: plain word first. */
const PLAIN = new Map(
  'child kid|family fam|mother mom mum mommy mama|father dad daddy papa|photo pic picture photograph|favorite fave fav favourite|friend buddy pal bestie|vacation holiday getaway|movie film|grandmother grandma granny|grandfather grandpa|bicycle bike|television tv|refrigerator fridge|education edu|info information'
    .split('|')
    .flatMap((line) => {
      const [plain = '', ...forms] = line.split(' ')
      return forms.flatMap((form) => [[form, plain] as const, [`${form}s`, plain] as const])
    }),
)
const fullNames = (lines: string) =>
  new Map(
    lines.split('|').flatMap((line) => {
      const [name = '', ...short] = line.split(' ')
      return short.map((form) => [form, name] as const)
    }),
  )
const DATES = fullNames(
  'tuesday tue tues|wednesday wed weds|thursday thu thur thurs|friday fri|february feb|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
)
/** Other words, unless a number follows: "Sat 5", "Jan. 7". */
const AMBIGUOUS = fullNames('monday mon|saturday sat|sunday sun|january jan|march mar|april apr')
export function dateBefore(word: string, next: string): string | undefined {
  const name = AMBIGUOUS.get(word)
  return name && /^\d/.test(next) ? name : undefined
}

/** Maps short and informal words to the plain one ("pics" -> "photo", "wed" -> "wednesday"). */
export const plainWord = (word: string): string => PLAIN.get(word) ?? DATES.get(word) ?? word
