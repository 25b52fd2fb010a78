import { type Theme, createTheme } from '@mui/material/styles';
import { type ColorMode, fontFamily, palettes, radius, type } from './tokens';

/** The console's theme, from the same tokens as the style sheets. */
export function muiTheme(mode: ColorMode): Theme {
  const palette = palettes[mode];
  const size = ([pixels, line]: readonly [number, number]) => ({ fontSize: `${pixels / 16}rem`, lineHeight: line / pixels });
  return createTheme({
    palette: {
      mode,
      primary: { main: palette.accent, contrastText: palette.onAccent },
      secondary: { main: palette.accent, contrastText: palette.onAccent },
      success: { main: palette.up },
      error: { main: palette.down },
      warning: { main: palette.warn },
      info: { main: palette.info },
      background: { default: palette.surface0, paper: palette.surface1 },
      text: { primary: palette.text1, secondary: palette.text2, disabled: palette.text3 },
      divider: palette.line,
    },
    shape: { borderRadius: radius.control },
    typography: {
      fontFamily,
      fontWeightMedium: 550,
      h1: { ...size(type.xl), fontWeight: 600 },
      h2: { ...size(type.m), fontWeight: 600 },
      h3: { ...size(type.s), fontWeight: 600 },
      body1: size(type.s),
      body2: size(type.s),
      button: { ...size(type.s), fontWeight: 550, textTransform: 'none' },
      caption: size(type.xs),
      overline: { ...size(type.s), fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
    },
    components: {
      MuiButton: { styleOverrides: { sizeSmall: size(type.s) } },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      // The label of a dialog’s first field stands above its outline.
      MuiDialogContent: { styleOverrides: { root: { '.MuiDialogTitle-root + &': { paddingTop: 12 } } } },
      // A label above its field keeps its size: three quarters of it are too small to read. The gap in the outline is as wide.
      MuiInputBase: {
        styleOverrides: {
          input: { '&:focus-visible': { outline: `2px solid ${palette.accent}`, outlineOffset: 2, borderRadius: radius.control } },
        },
      },
      MuiInputLabel: { styleOverrides: { outlined: { '&.MuiInputLabel-shrink': { transform: 'translate(14px, -10px)' } } } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { '& legend': { fontSize: '1em' } } } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    },
  });
}
