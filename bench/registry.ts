import type { Bench } from './bench'
import { calls } from './calls'
import { evidence } from './evidence'
import { facts } from './facts'
import { faults } from './faults'
import { learning } from './learning'
import { load } from './load'
import { pages } from './pages'
import { map } from './pages/map'
import { providers } from './providers'
import { recallBench } from './recall'
import { saving } from './saving'
import { truth } from './truth'
import { turn } from './turn'

/** Every bench, one line each. */
export const benches: Bench[] = [
  turn,
  saving,
  calls,
  truth,
  facts,
  recallBench,
  evidence,
  learning,
  pages,
  map,
  faults,
  providers,
  load,
]
