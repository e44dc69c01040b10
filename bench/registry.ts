import type { Bench } from './bench'
import { faults } from './faults'
import { hostile } from './hostile'
import { load } from './load'
import { pages } from './pages'
import { recallBench } from './recall'
import { search } from './search'
import { transfer } from './transfer'
import { turn } from './turn'
import { vocabulary } from './vocabulary'

/** Every bench, one line each. */
export const benches: Bench[] = [
  turn,
  recallBench,
  search,
  vocabulary,
  pages,
  transfer,
  hostile,
  faults,
  load,
]
