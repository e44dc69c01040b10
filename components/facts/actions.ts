'use client'
import * as facts from '@/app/actions/facts'
import { safe } from '../ui/call-action'

export const listFacts = safe(facts.listFacts)
export const addFact = safe(facts.addFact)
export const editFact = safe(facts.editFact)
export const uncorrectFact = safe(facts.uncorrectFact)
export const pinFact = safe(facts.pinFact)
export const approveFact = safe(facts.approveFact)
export const previewForgetFact = safe(facts.previewForgetFact)
export const forgetFact = safe(facts.forgetFact)
