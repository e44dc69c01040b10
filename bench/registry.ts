import type { Bench } from './bench'
import { calls } from './calls'
import { classifier } from './classifier'
import { depth } from './depth'
import { door } from './door'
import { evidence } from './evidence'
import { facts } from './facts'
import { faults } from './faults'
import { flood } from './flood'
import { histories } from './histories'
import { hostile } from './hostile'
import { crafted } from './hostile/crafted'
import { learning } from './learning'
import { load } from './load'
import { map } from './map'
import { markdown } from './markdown'
import { pages } from './pages'
import { providers } from './providers'
import { recallBench } from './recall'
import { redaction } from './redaction'
import { saving } from './saving'
import { search } from './search'
import { timeranges } from './timeranges'
import { topics } from './topics'
import { topicNames } from './topics/names'
import { transfer } from './transfer'
import { truth } from './truth'
import { turn } from './turn'
import { latency } from './turn/latency'
import { usage } from './usage'
import { vocabulary } from './vocabulary'

/** Every bench, one line each. */
export const benches: Bench[] = [
  turn,
  latency,
  saving,
  calls,
  truth,
  classifier,
  depth,
  timeranges,
  facts,
  redaction,
  flood,
  recallBench,
  evidence,
  learning,
  search,
  door,
  vocabulary,
  topics,
  topicNames,
  pages,
  map,
  usage,
  transfer,
  hostile,
  crafted,
  markdown,
  faults,
  providers,
  histories,
  load,
]
