import type { Bench } from './bench'
import { faults } from './faults'
import { load } from './load'
import { pages } from './pages'
import { recallBench } from './recall'
import { search } from './search'
import { turn } from './turn'

/** Every bench, one line each. */
export const benches: Bench[] = [turn, recallBench, search, pages, faults, load]
