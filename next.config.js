import { securityHeaders } from './lib/config/security-headers.mjs'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['better-sqlite3', 'pg', '@prisma/client', '@prisma/adapter-pg', '@prisma/adapter-better-sqlite3', 'pino', 'gpt-tokenizer', 'undici', 'prom-client', '@opentelemetry/api', '@opentelemetry/resources', '@opentelemetry/sdk-trace', '@opentelemetry/sdk-metrics', '@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/exporter-metrics-otlp-http'],
  typescript: { ignoreBuildErrors: true }, // checked by `npm test` with tsc, once
  devIndicators: false,
  output: process.env.MNEME_STANDALONE ? 'standalone' : undefined,
  // The routes that proxy.ts leaves out.
  headers: async () => ['/api/import', '/api/search'].map((source) => ({ source, headers: securityHeaders(null, false).map(([key, value]) => ({ key, value })) })),
  experimental: {
    // Both are slow to write and ten times as large as what is served.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // Bodies behind proxy.ts are held in memory and cut silently beyond this: as large as attachments may be. Every route that takes a body has its own limit and verifies Content-Length.
    proxyClientMaxBodySize: '21mb',
    serverActions: { bodySizeLimit: '1mb' },
  },
}

export default config
