import { z } from 'zod'
import { jsonLines } from '../data'
import { pick, type Random, whole } from '../seed/random'
import { madeUpName } from '../seed/vocabulary'

const list = (text: string) => text.split(',')
const PLACES = list(
  'the blue drawer,the garden shed,the hall cupboard,the glove box,the attic trunk,the bread tin,the piano stool,the cellar shelf,the laundry basket,the tool box,the top bookcase,the porch bench',
)
const DAYS = list('Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday')
const MONTHS = list('January,February,March,April,June,July,August,September,October,November,December')

const VALUES = {
  name: madeUpName,
  code: (random: Random) => String(whole(random, 1_000, 9_999)),
  date: (random: Random) =>
    random() < 0.5
      ? `${pick(random, DAYS)} at ${whole(random, 8, 19)}:${pick(random, ['00', '15', '30', '45'])}`
      : `${whole(random, 1, 28)} ${pick(random, MONTHS)}`,
  place: (random: Random) => pick(random, PLACES),
  price: (random: Random) => `${whole(random, 11, 190)} euros`,
}

/**
 * A way to state and change something. In the texts `{my}` is the owner ("my", "my sister's"), `{t}` the
 * thing, `{a}` the first value and `{b}` the later one. `oneself` = each person has it once.
 */
const kindSchema = z.object({
  name: z.string(),
  value: z.enum(['name', 'code', 'date', 'place', 'price']).transform((name) => VALUES[name]),
  oneself: z.boolean().default(false),
  things: z.array(z.string()),
  first: z.array(z.string()),
  change: z.array(z.string()),
  question: z.array(z.string()),
})
export type Kind = z.infer<typeof kindSchema>

const all = jsonLines('bench/truth/data/subjects.jsonl', kindSchema)
export const KINDS: readonly Kind[] = all.filter(({ oneself }) => !oneself)
export const ONESELF: readonly Kind[] = all.filter(({ oneself }) => oneself)
