import type { Kind } from './kind'
import { wellBehaved } from './kinds/wellbehaved'

export const kinds: Kind[] = [...wellBehaved]
