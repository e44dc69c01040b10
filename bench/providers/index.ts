import { atLeast, type Bench, rounded } from '../bench'
import type { Kind } from './kind'
import { answerKinds } from './kinds/answers'
import { brokenOff } from './kinds/broken-off'
import { comesBack } from './kinds/comes-back'
import { chatEventKinds, responsesEventKinds } from './kinds/events'
import { limitsMet } from './kinds/limits'
import { replyKinds } from './kinds/replies'
import { slowServices } from './kinds/slow'
import { chatWays } from './kinds/ways'
import { BOTH, kind } from './make'
import { casesOf, tryAll } from './run'
import { fromTable } from './tables'

/** OpenAI's own way: what every other kind is compared with. */
export const wellBehaved: Kind[] = [
  kind('openai', { apis: BOTH, phases: ['think', 'answer', 'notes', 'classify'] }),
]

/** Every kind. */
export const kinds: Kind[] = [
  ...wellBehaved,
  ...brokenOff,
  ...comesBack,
  ...chatWays,
  ...chatEventKinds,
  ...responsesEventKinds,
  ...answerKinds,
  ...replyKinds,
  ...slowServices,
  ...limitsMet,
  ...fromTable,
]

export const providers: Bench = {
  name: 'providers',
  about: 'every way in which compatible services differ, through real turns; --only NAME for one kind',
  async run({ only }) {
    const chosen = kinds.filter(({ name }) => name.includes(only ?? ''))
    if (chosen.length === 0) throw new Error(`No kind is named like "${only}".`)
    const results = await tryAll(casesOf(chosen))
    const good = results.filter(({ problems }) => problems.length === 0).length
    const share = rounded((100 * good) / results.length)
    return {
      rows: results.map(({ one: { kind, api, phase }, problems }) => ({
        kind: kind.name,
        api,
        phase,
        result: problems.length ? problems.join('; ') : 'ok',
      })),
      goals: [atLeast('cases that end right', share, 100, '%')],
      notes: [`${good} of ${results.length} cases of ${chosen.length} kinds end right: ${share} %.`],
    }
  },
}
