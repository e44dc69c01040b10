import { accepting } from './contract/accepting'
import { claims } from './contract/claims'
import { door } from './contract/door'
import { feed } from './contract/feed'
import type { Contract } from './contract/fixture'
import { forgetting } from './contract/forgetting'
import { forgettingParts } from './contract/forgetting-parts'
import { fullText } from './contract/full-text'
import { images } from './contract/images'
import { importing } from './contract/importing'
import { learning } from './contract/learning'
import { memory } from './contract/memory'
import { organising } from './contract/organising'
import { paths } from './contract/paths'
import { playbook } from './contract/playbook'
import { queueing } from './contract/queueing'
import { retention } from './contract/retention'
import { spending } from './contract/spending'
import { topics } from './contract/topics'
import { upkeep } from './contract/upkeep'
import { usage } from './contract/usage'
import { usageWindows } from './contract/usage-windows'
import { values } from './contract/values'
import { working } from './contract/working'

/**
 * What Mneme expects of a database, the same of SQLite and PostgreSQL. `open` gives a migrated one; owners
 * are made per test.
 */
export function dbContract(open: Contract) {
  for (const part of [
    claims,
    door,
    feed,
    organising,
    paths,
    playbook,
    accepting,
    queueing,
    forgetting,
    forgettingParts,
    values,
    working,
    memory,
    retention,
    topics,
    upkeep,
    usage,
    usageWindows,
    spending,
    importing,
    images,
    fullText,
    learning(10),
  ])
    part(open)
}
