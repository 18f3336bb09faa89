import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '#theme/global.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { createAppRouter } from './router.tsx';
import { resolveCssVariables } from '#theme/css-variables.ts';
import { theme } from '#theme/theme.ts';

interface AppProps {
  readonly router: ReturnType<typeof createAppRouter>;
  readonly queryClient: QueryClient;
  readonly styleNonce: string;
}

/** The same tree in the browser and while prerendering, so that the one can take over from the other. */
export function App({ router, queryClient, styleNonce }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="dark"
      cssVariablesResolver={resolveCssVariables}
      withGlobalClasses={false}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
