'use server'

import * as facts from '@/lib/services/facts'
import * as forget from '@/lib/services/forget/forget-fact'
import {
  type AddFact,
  addFactSchema,
  editFactSchema,
  factIdsSchema,
  factSearchSchema,
  pinFactSchema,
} from '@/lib/shared/memory/facts'
import { type ForgetFactInput, forgetFactSchema } from '@/lib/shared/memory/forget'
import { act } from './act'

export async function listFacts(input: { search: string }) {
  return act(factSearchSchema, input, (session, { search }) => facts.listFacts(session, search))
}

export async function addFact(input: AddFact) {
  return act(addFactSchema, input, facts.addFact)
}

export async function editFact(input: { ids: string[]; predicate: string; object: string; from?: string }) {
  return act(editFactSchema, input, facts.editFact)
}

export async function pinFact(input: { ids: string[]; pinned: boolean }) {
  return act(pinFactSchema, input, facts.pinFact)
}

export async function approveFact(input: { ids: string[] }) {
  return act(factIdsSchema, input, facts.approveFact)
}

/** Which turns would still say a fact. */
export async function previewForgetFact(input: { ids: string[] }) {
  return act(factIdsSchema, input, forget.previewForgetFact)
}

export async function forgetFact(input: ForgetFactInput) {
  return act(forgetFactSchema, input, forget.forgetFact)
}
