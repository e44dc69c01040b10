'use server'

import * as consolidation from '@/lib/services/learning/consolidation'
import * as playbook from '@/lib/services/learning/playbook'
import { playbookHistory } from '@/lib/services/learning/playbook-history'
import * as list from '@/lib/services/learning/playbook-list'
import { sharedStrategies } from '@/lib/services/learning/shared-strategies'
import { consolidationIdSchema } from '@/lib/shared/learning/consolidation'
import {
  changeStrategiesSchema,
  editStrategySchema,
  playbookHistorySchema,
  playbookQuerySchema,
  shareStrategiesSchema,
  undoPlaybookSchema,
} from '@/lib/shared/learning/playbook'
import { strategyTextSchema } from '@/lib/shared/learning/strategies'
import { action, plainAction } from './action'

export const listPlaybook = action(playbookQuerySchema, list.listPlaybook)
export const loadPlaybookHistory = action(playbookHistorySchema, playbookHistory)
export const addStrategy = action(strategyTextSchema, playbook.addStrategy)
export const editStrategy = action(editStrategySchema, playbook.editStrategy)
export const changeStrategies = action(changeStrategiesSchema, playbook.changeStrategies)
export const undoPlaybook = action(undoPlaybookSchema, playbook.undo)
export const shareStrategies = action(shareStrategiesSchema, (who, { domain }) =>
  sharedStrategies(who, domain),
)
export const planConsolidation = plainAction(consolidation.planConsolidation)
export const consolidatePlaybook = plainAction(consolidation.startConsolidation)
export const loadConsolidation = action(consolidationIdSchema, consolidation.consolidationState)
