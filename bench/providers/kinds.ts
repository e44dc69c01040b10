import type { Kind } from './kind'
import { answerKinds } from './kinds/answers'
import { brokenOff } from './kinds/broken-off'
import { comesBack } from './kinds/comes-back'
import { chatEventKinds } from './kinds/events'
import { limitsMet } from './kinds/limits'
import { responsesEventKinds } from './kinds/responses-events'
import { slowServices } from './kinds/slow'
import { BOTH, kind } from './make'
import { fromTable } from './tables'

/** OpenAI's own way: what every other kind is compared with. */
export const wellBehaved: Kind[] = [
  kind('openai', 'https://platform.openai.com/docs/api-reference/chat-streaming', {
    apis: BOTH,
    phases: ['think', 'answer', 'notes', 'classify'],
  }),
]

/** Every kind. */
export const kinds: Kind[] = [
  ...wellBehaved,
  ...brokenOff,
  ...comesBack,
  ...chatEventKinds,
  ...responsesEventKinds,
  ...answerKinds,
  ...slowServices,
  ...limitsMet,
  ...fromTable,
]
