'use client'
import * as playbook from '@/app/actions/playbook'
import { safe } from '../ui/call-action'

/** The Playbook page's only access to the server. */
export const listPlaybook = safe(playbook.listPlaybook)
export const loadPlaybookHistory = safe(playbook.loadPlaybookHistory)
export const addStrategy = safe(playbook.addStrategy)
export const editStrategy = safe(playbook.editStrategy)
export const pinStrategy = safe(playbook.pinStrategy)
export const retireStrategy = safe(playbook.retireStrategy)
export const restoreStrategy = safe(playbook.restoreStrategy)
export const approveStrategies = safe(playbook.approveStrategies)
export const rejectStrategies = safe(playbook.rejectStrategies)
export const removeStrategy = safe(playbook.removeStrategy)
export const undoPlaybookChange = safe(playbook.undoPlaybookChange)
export const undoPlaybookGroup = safe(playbook.undoPlaybookGroup)
export const shareStrategies = safe(playbook.shareStrategies)
export const planConsolidation = safe(playbook.planConsolidation)
export const consolidatePlaybook = safe(playbook.consolidatePlaybook)
export const loadConsolidation = safe(playbook.loadConsolidation)
