import { env } from '@/lib/config/env'
import { admitToMetrics } from '@/lib/server/sign-in-limit'
import { figures } from '@/lib/services/telemetry'
import { failed } from '../failed'

export const dynamic = 'force-dynamic'

/** The figures of this process in Prometheus's text format. proxy.ts lets strangers through to here. */
export async function GET(request: Request) {
  const { headers } = request
  try {
    await admitToMetrics(env(), headers.get('x-forwarded-for') ?? '', headers.get('authorization'))
  } catch (error) {
    return failed(error, request, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
  }
  const text = await figures().text()
  return new Response(text, {
    headers: { 'content-type': figures().contentType, 'cache-control': 'no-store' },
  })
}
