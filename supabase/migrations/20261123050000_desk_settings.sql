-- What the shop's desk types most often, as a section of the settings that all staff read and only admins change: brands
-- and models, texts for the fields of an order, accessories, and days of warranty.

insert into private.setting_shapes (section, is_public, shape) values
('desk', false, $shape${
  "type": "object",
  "properties": {
    "brands": {
      "type": "object",
      "properties": {
        "smartphone": {
          "minItems": 0,
          "maxItems": 40,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "brand": {
                "type": "string",
                "minLength": 1,
                "maxLength": 60,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              },
              "models": {
                "minItems": 0,
                "maxItems": 200,
                "type": "array",
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 80,
                  "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
                }
              }
            },
            "required": ["brand", "models"],
            "additionalProperties": false
          }
        },
        "laptop": {
          "minItems": 0,
          "maxItems": 40,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "brand": {
                "type": "string",
                "minLength": 1,
                "maxLength": 60,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              },
              "models": {
                "minItems": 0,
                "maxItems": 200,
                "type": "array",
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 80,
                  "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
                }
              }
            },
            "required": ["brand", "models"],
            "additionalProperties": false
          }
        },
        "desktop": {
          "minItems": 0,
          "maxItems": 40,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "brand": {
                "type": "string",
                "minLength": 1,
                "maxLength": 60,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              },
              "models": {
                "minItems": 0,
                "maxItems": 200,
                "type": "array",
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 80,
                  "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
                }
              }
            },
            "required": ["brand", "models"],
            "additionalProperties": false
          }
        },
        "tablet": {
          "minItems": 0,
          "maxItems": 40,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "brand": {
                "type": "string",
                "minLength": 1,
                "maxLength": 60,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              },
              "models": {
                "minItems": 0,
                "maxItems": 200,
                "type": "array",
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 80,
                  "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
                }
              }
            },
            "required": ["brand", "models"],
            "additionalProperties": false
          }
        },
        "others": {
          "minItems": 0,
          "maxItems": 40,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "brand": {
                "type": "string",
                "minLength": 1,
                "maxLength": 60,
                "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
              },
              "models": {
                "minItems": 0,
                "maxItems": 200,
                "type": "array",
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 80,
                  "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
                }
              }
            },
            "required": ["brand", "models"],
            "additionalProperties": false
          }
        }
      },
      "required": ["smartphone", "laptop", "desktop", "tablet", "others"],
      "additionalProperties": false
    },
    "texts": {
      "type": "object",
      "properties": {
        "description": {
          "minItems": 0,
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "text": {
                "type": "string",
                "minLength": 1,
                "maxLength": 600,
                "allOf": [{"pattern": "[^ \\n]"}, {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}]
              },
              "type": {"type": "string", "enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"]},
              "chip": {"type": "boolean"}
            },
            "required": ["text", "type", "chip"],
            "additionalProperties": false
          }
        },
        "condition": {
          "minItems": 0,
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "text": {
                "type": "string",
                "minLength": 1,
                "maxLength": 600,
                "allOf": [{"pattern": "[^ \\n]"}, {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}]
              },
              "type": {"type": "string", "enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"]}
            },
            "required": ["text", "type"],
            "additionalProperties": false
          }
        },
        "technicalWork": {
          "minItems": 0,
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "text": {
                "type": "string",
                "minLength": 1,
                "maxLength": 600,
                "allOf": [{"pattern": "[^ \\n]"}, {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}]
              },
              "type": {"type": "string", "enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"]}
            },
            "required": ["text", "type"],
            "additionalProperties": false
          }
        },
        "notes": {
          "minItems": 0,
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "text": {
                "type": "string",
                "minLength": 1,
                "maxLength": 600,
                "allOf": [{"pattern": "[^ \\n]"}, {"pattern": "^[^\\u0001-\\u0009\\u000b-\\u001f\\u007f]*$"}]
              },
              "type": {"type": "string", "enum": ["all", "smartphone", "laptop", "desktop", "tablet", "others"]}
            },
            "required": ["text", "type"],
            "additionalProperties": false
          }
        }
      },
      "required": ["description", "condition", "technicalWork", "notes"],
      "additionalProperties": false
    },
    "accessories": {
      "type": "object",
      "properties": {
        "smartphone": {
          "minItems": 0,
          "maxItems": 20,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          }
        },
        "laptop": {
          "minItems": 0,
          "maxItems": 20,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          }
        },
        "desktop": {
          "minItems": 0,
          "maxItems": 20,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          }
        },
        "tablet": {
          "minItems": 0,
          "maxItems": 20,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          }
        },
        "others": {
          "minItems": 0,
          "maxItems": 20,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 60,
            "allOf": [{"pattern": "[^ ]"}, {"pattern": "^[^\\u0001-\\u001f\\u007f]*$"}]
          }
        }
      },
      "required": ["smartphone", "laptop", "desktop", "tablet", "others"],
      "additionalProperties": false
    },
    "warranty": {
      "type": "object",
      "properties": {
        "smartphone": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 3650}, {"type": "null"}]},
        "laptop": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 3650}, {"type": "null"}]},
        "desktop": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 3650}, {"type": "null"}]},
        "tablet": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 3650}, {"type": "null"}]},
        "others": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 3650}, {"type": "null"}]}
      },
      "required": ["smartphone", "laptop", "desktop", "tablet", "others"],
      "additionalProperties": false
    }
  },
  "required": ["brands", "texts", "accessories", "warranty"],
  "additionalProperties": false
}$shape$);

insert into public.setting_sections (section, value) values
('desk', $value${
  "brands": {"smartphone": [], "laptop": [], "desktop": [], "tablet": [], "others": []},
  "texts": {
    "description": [
      {"text": "Pantalla trizada", "type": "smartphone", "chip": true},
      {"text": "No carga", "type": "smartphone", "chip": true},
      {"text": "Batería dura poco", "type": "smartphone", "chip": true},
      {"text": "Pantalla trizada", "type": "tablet", "chip": true},
      {"text": "No carga", "type": "tablet", "chip": true},
      {"text": "Lento", "type": "laptop", "chip": true},
      {"text": "Se calienta", "type": "laptop", "chip": true},
      {"text": "Lento", "type": "desktop", "chip": true},
      {"text": "Sin imagen", "type": "desktop", "chip": true},
      {"text": "No enciende", "type": "all", "chip": true}
    ],
    "condition": [{"text": "Con señales normales de uso, sin golpes.", "type": "all"}],
    "technicalWork": [{"text": "Diagnóstico completo antes de presupuestar.", "type": "all"}],
    "notes": [{"text": "Se llamó al cliente y no contestó.", "type": "all"}]
  },
  "accessories": {
    "smartphone": ["Funda", "Chip", "Cargador"],
    "laptop": ["Cargador", "Bolso"],
    "desktop": ["Cable de poder"],
    "tablet": ["Funda", "Cargador"],
    "others": ["Cargador"]
  },
  "warranty": {"smartphone": null, "laptop": null, "desktop": null, "tablet": null, "others": null}
}$value$);

-- Other sections that are not public stay with the admins.
create policy "staff read" on public.setting_sections for select to authenticated
  using (section = 'desk' and (select private.is_staff()));
