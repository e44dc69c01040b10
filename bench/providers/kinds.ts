import type { Kind } from './kind'
import { brokenOff } from './kinds/broken-off'
import { comesBack } from './kinds/comes-back'
import { oddEvents } from './kinds/odd-events'
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
]
