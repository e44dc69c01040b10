import { testDb } from './testing'
import { usageContract } from './usage.contract'

usageContract(testDb)
