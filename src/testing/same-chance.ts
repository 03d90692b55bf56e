import fc from 'fast-check'

// What is generated is the same for the same commit; `npm run torture -- --seed NUMBER` looks elsewhere.
fc.configureGlobal({ seed: Number(process.env['TORTURE_SEED'] ?? 1) })
