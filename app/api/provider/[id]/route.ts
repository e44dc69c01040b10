import { MnemeError } from '@/lib/shared/errors'
import { readModels, testProvider } from '../../../actions/settings'
import { failed, invalidAddress } from '../../failed'

export const dynamic = 'force-dynamic'
const QUESTIONS: Record<string, typeof testProvider | typeof readModels> = {
  models: readModels,
  test: testProvider,
}

/**
 * Asks the typed service (`/api/provider/models`, `/api/provider/test`); responds with a `Result`. A route
 * rather than an action, because actions queue up: a service that does not answer would hold up the saving.
 */
export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const ask = QUESTIONS[(await params).id]
  if (!ask) return failed(invalidAddress(), request)
  const result = await ask(await request.json().catch(() => null))
  if (!result.ok && result.error.code === 'unauthorised')
    return failed(new MnemeError(result.error.code, result.error.message, result.error.hint), request)
  return Response.json(result, { headers: { 'cache-control': 'no-store' } })
}
