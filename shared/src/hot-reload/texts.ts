export const hotReload = {
  failed: (part: string) => `${part} falló. Corrígelo y guarda: se dibuja de nuevo aquí.`,
};
