import type { Bench } from './bench'
import { load } from './load'

/** Every bench, one line each. */
export const benches: Bench[] = [load]
