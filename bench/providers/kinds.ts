import type { Kind } from './kind'
import { toolArguments } from './kinds/arguments'
import { brokenOff } from './kinds/broken-off'
import { comesBack } from './kinds/comes-back'
import { contextLength } from './kinds/context-length'
import { errorBodies } from './kinds/error-bodies'
import { limitsMet } from './kinds/limits'
import { oddEvents } from './kinds/odd-events'
import { ownAnswers } from './kinds/own-answers'
import { ownEvents } from './kinds/own-events'
import { refusals } from './kinds/refusals'
import { slowServices } from './kinds/slow'
import { textCalls } from './kinds/text-calls'
import { thoughts } from './kinds/thoughts'
import { wellBehaved } from './kinds/wellbehaved'

/** Every kind, in the order of the findings. */
export const kinds: Kind[] = [
  ...wellBehaved,
  ...brokenOff,
  ...comesBack,
  ...oddEvents,
  ...thoughts,
  ...textCalls,
  ...toolArguments,
  ...contextLength,
  ...refusals,
  ...errorBodies,
  ...slowServices,
  ...limitsMet,
  ...ownEvents,
  ...ownAnswers,
]
