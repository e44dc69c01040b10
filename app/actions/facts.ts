'use server'

import * as facts from '@/lib/services/facts'
import * as forget from '@/lib/services/forget/forget-fact'
import {
  addFactSchema,
  approveFactSchema,
  editFactSchema,
  factIdsSchema,
  factSearchSchema,
  pinFactSchema,
  uncorrectFactSchema,
} from '@/lib/shared/memory/facts'
import { forgetFactSchema } from '@/lib/shared/memory/forget'
import { action } from './action'

export const listFacts = action(factSearchSchema, (session, { search }) => facts.listFacts(session, search))
export const addFact = action(addFactSchema, facts.addFact)
export const editFact = action(editFactSchema, facts.editFact)
export const uncorrectFact = action(uncorrectFactSchema, facts.uncorrectFact)
export const pinFact = action(pinFactSchema, facts.pinFact)
export const approveFact = action(approveFactSchema, facts.approveFact)
/** Which turns would still say a fact. */
export const previewForgetFact = action(factIdsSchema, forget.previewForgetFact)
export const forgetFact = action(forgetFactSchema, forget.forgetFact)
