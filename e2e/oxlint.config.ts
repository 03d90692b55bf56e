import { defineConfig } from 'oxlint'
import { houseRules } from '#oxlint.config.ts'

export default defineConfig({
  ...houseRules,
  rules: {
    ...houseRules.rules,
    'no-console': 'off',
    // Playwright's own: fixtures have a `use`, and setups and configurations a default export.
    'react/rules-of-hooks': 'off',
    'import/no-default-export': 'off',
  },
})
