import type { Bench } from './bench'
import { calls } from './calls'
import { door } from './door'
import { evidence } from './evidence'
import { facts } from './facts'
import { faults } from './faults'
import { learning } from './learning'
import { load } from './load'
import { map } from './map'
import { topicNames } from './names'
import { pages } from './pages'
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
  door,
  topicNames,
  pages,
  map,
  faults,
  providers,
  load,
]
