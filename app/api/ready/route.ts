import { readiness } from '@/lib/server/readiness'

export const dynamic = 'force-dynamic'

/** Database, migrations and model provider; 503 when one is not ready. */
export async function GET() {
  const report = await readiness()
  return Response.json(report, { status: report.ready ? 200 : 503 })
}
