/** Irregular forms of everyday English verbs, which stemming does not bring together: base form, then the others. */
const VERBS = `be was were been|become became|begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|come came|drink drank drunk|drive drove driven|eat ate eaten
  |fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten|get got gotten|give gave given|go went gone|grow grew grown|hear heard|hide hid hidden|hold held|keep kept|know knew known
  |lead led|leave left|lend lent|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|run ran|say said|see saw seen|sell sold|send sent|sing sang sung|sit sat|sleep slept|speak spoke spoken|spend spent
  |stand stood|steal stole stolen|swim swam swum|take took taken|teach taught|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won|write wrote written`

const BASE = new Map(
  VERBS.split('|').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(' ')
    return forms.map((form) => [form, base] as const)
  }),
)

export const baseForm = (word: string): string => BASE.get(word) ?? word
