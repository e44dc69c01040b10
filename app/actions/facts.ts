'use server'

import * as facts from '@/lib/services/facts'
import * as forget from '@/lib/services/forget/forget-fact'
import {
  type AddFact,
  addFactSchema,
  approveFactSchema,
  editFactSchema,
  type FactBefore,
  factIdsSchema,
  factSearchSchema,
  pinFactSchema,
  uncorrectFactSchema,
} from '@/lib/shared/memory/facts'
import { type ForgetFactInput, forgetFactSchema } from '@/lib/shared/memory/forget'
import { runAction } from './run-action'

export async function listFacts(input: { search: string }) {
  return runAction(factSearchSchema, input, (session, { search }) => facts.listFacts(session, search))
}

export async function addFact(input: AddFact) {
  return runAction(addFactSchema, input, facts.addFact)
}

export async function editFact(input: { ids: string[]; predicate: string; object: string; from?: string }) {
  return runAction(editFactSchema, input, facts.editFact)
}

export async function uncorrectFact(input: FactBefore) {
  return runAction(uncorrectFactSchema, input, facts.uncorrectFact)
}

export async function pinFact(input: { ids: string[]; pinned: boolean }) {
  return runAction(pinFactSchema, input, facts.pinFact)
}

export async function approveFact(input: { ids: string[]; approved: boolean }) {
  return runAction(approveFactSchema, input, facts.approveFact)
}

/** Which turns would still say a fact. */
export async function previewForgetFact(input: { ids: string[] }) {
  return runAction(factIdsSchema, input, forget.previewForgetFact)
}

export async function forgetFact(input: ForgetFactInput) {
  return runAction(forgetFactSchema, input, forget.forgetFact)
}
