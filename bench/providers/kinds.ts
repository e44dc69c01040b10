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
