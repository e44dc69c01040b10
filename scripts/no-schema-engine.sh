#!/bin/sh
echo "The schema engine is not installed: use 'npm run db:migrate' (WebAssembly engine) instead." >&2
exit 1
