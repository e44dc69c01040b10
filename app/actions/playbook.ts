'use server'

import { z } from 'zod'
import * as consolidation from '@/lib/services/learning/consolidation'
import * as playbook from '@/lib/services/learning/playbook'
import { playbookHistory } from '@/lib/services/learning/playbook-history'
import * as list from '@/lib/services/learning/playbook-list'
import { sharedStrategies } from '@/lib/services/learning/shared-strategies'
import { consolidationIdSchema } from '@/lib/shared/learning/consolidation'
import {
  type ChangeStrategies,
  changeStrategiesSchema,
  editStrategySchema,
  type PlaybookQuery,
  playbookHistorySchema,
  playbookQuerySchema,
  type StrategyEdit,
  shareStrategiesSchema,
  type UndoPlaybook,
  undoPlaybookSchema,
} from '@/lib/shared/learning/playbook'
import { type StrategyText, strategyTextSchema } from '@/lib/shared/learning/strategies'
import { runAction } from './run-action'

export async function listPlaybook(input: PlaybookQuery) {
  return runAction(playbookQuerySchema, input, list.listPlaybook)
}

export async function loadPlaybookHistory(input: { id: string | null; before: number | null }) {
  return runAction(playbookHistorySchema, input, playbookHistory)
}

export async function addStrategy(input: StrategyText) {
  return runAction(strategyTextSchema, input, playbook.addStrategy)
}

export async function editStrategy(input: { id: string; set: StrategyEdit }) {
  return runAction(editStrategySchema, input, playbook.editStrategy)
}

export async function changeStrategies(input: ChangeStrategies) {
  return runAction(changeStrategiesSchema, input, playbook.changeStrategies)
}

export async function undoPlaybook(input: UndoPlaybook) {
  return runAction(undoPlaybookSchema, input, playbook.undo)
}

export async function shareStrategies(input: { domain: string | null }) {
  return runAction(shareStrategiesSchema, input, (who, { domain }) => sharedStrategies(who, domain))
}

export async function planConsolidation() {
  return runAction(z.undefined(), undefined, consolidation.planConsolidation)
}

export async function consolidatePlaybook() {
  return runAction(z.undefined(), undefined, consolidation.startConsolidation)
}

export async function loadConsolidation(input: { id: string }) {
  return runAction(consolidationIdSchema, input, consolidation.consolidationState)
}
